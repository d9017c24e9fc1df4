// Draws series over the last minutes. The legend shows the newest values, or those under the
// pointer.
import {LitElement, html, svg, nothing} from 'lit';
import scaleLinear from 'd3-scale/linear.js';
import line from 'd3-shape/line.js';
import area from 'd3-shape/area.js';
import {clock} from './text.js';

const HEIGHT = 132;
const TOP = 8;
const BOTTOM = 20;
const LEFT = 44;
const RIGHT = 8;

class Plot extends LitElement {
  static properties = {
    /** What the plot shows, for screen readers. */
    label: {},
    /** {name, kind, values: number or null for each time, filled} */
    series: {attribute: false},
    /** the times of the values, in milliseconds, oldest first */
    times: {attribute: false},
    format: {attribute: false},
    /** the format of the labels of the axis; that of the values if it is missing */
    axis: {attribute: false},
    /** returns the unit of the axis for the greatest value; 1 if it is missing */
    unit: {attribute: false},
    /** whether values are whole numbers, so that the axis has no others */
    whole: {type: Boolean},
    width: {state: true},
    at: {state: true},
  };

  #max = 0;
  #watch = new ResizeObserver(([entry]) => {
    this.width = Math.round(entry.contentRect.width);
  });

  constructor() {
    super();
    this.width = 0;
    this.at = null;
    this.format = String;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#watch.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#watch.disconnect();
  }

  /** The scale follows a rise at once and a fall only by half, so that it does not flicker. */
  #top() {
    const values = this.series.flatMap((one) => one.values).filter((value) => value !== null);
    const max = Math.max(0, ...values);
    if (max > this.#max || max < this.#max / 2) {
      this.#max = max;
    }
    return this.#max || 1;
  }

  render() {
    const times = this.times;
    const last = this.at ?? times.length - 1;
    return html`${this.#legend(last)}
      <div class="drawing">${this.width > 0 ? this.#draw(times) : nothing}</div>`;
  }

  #legend(index) {
    return html`<dl class="legend">
      ${this.series.map(
        (one) =>
          html`<div class=${one.kind}>
            <dt>${one.name}</dt>
            <dd class="number">${this.#value(one, index)}</dd>
          </div>`,
      )}
      <div class="when">
        <dt class="visually-hidden">Time</dt>
        <dd>${this.at === null ? 'now' : clock(this.times[index])}</dd>
      </div>
    </dl>`;
  }

  #value(one, index) {
    let at = index;
    // Nothing may have happened in the last moment; the newest known value then stands.
    while (this.at === null && at > 0 && one.values[at] === null) {
      at--;
    }
    const value = one.values[at];
    return value === null || value === undefined ? '–' : this.format(value);
  }

  #draw(times) {
    const x = scaleLinear([times[0], times[times.length - 1]], [LEFT, this.width - RIGHT]);
    const top = this.#top();
    const unit = this.unit?.(top) ?? 1;
    const axis = scaleLinear([0, top / unit], [0, 1]).nice(3);
    const y = scaleLinear([0, axis.domain()[1] * unit], [HEIGHT - BOTTOM, TOP]);
    const path = line()
      .defined((value) => value !== null)
      .x((value, index) => x(times[index]))
      .y((value) => y(value));
    const filled = area()
      .defined((value) => value !== null)
      .x((value, index) => x(times[index]))
      .y0(y(0))
      .y1((value) => y(value));
    return html`<svg
      width=${this.width}
      height=${HEIGHT}
      role="img"
      aria-label=${this.#summary()}
      @pointermove=${(event) => this.#point(event, x)}
      @pointerleave=${() => (this.at = null)}
    >
      ${this.#ticks(axis, unit).map(
        (
          tick,
        ) => svg`<line class="grid" x1=${LEFT} x2=${this.width - RIGHT} y1=${y(tick)} y2=${y(tick)}/>
          <text x=${LEFT - 6} y=${y(tick)} dy="0.32em" text-anchor="end">${(this.axis ?? this.format)(tick)}</text>`,
      )}
      ${this.#minutes(times).map(
        ([time, text]) =>
          svg`<text x=${x(time)} y=${HEIGHT - 4} text-anchor=${text === 'now' ? 'end' : 'middle'}>${text}</text>`,
      )}
      ${this.series.map(
        (one) => svg`${
          one.filled ? svg`<path class="area ${one.kind}" d=${filled(one.values)}/>` : nothing
        }
          <path class="line ${one.kind}" d=${path(one.values)}/>`,
      )}
      ${
        this.at === null
          ? nothing
          : svg`<line class="cross" x1=${x(times[this.at])} x2=${x(times[this.at])} y1=${TOP} y2=${HEIGHT - BOTTOM}/>`
      }
    </svg>`;
  }

  #ticks(axis, unit) {
    const ticks = axis.ticks(3).filter((tick) => !this.whole || Number.isInteger(tick));
    return ticks.map((tick) => tick * unit);
  }

  #minutes(times) {
    const last = times[times.length - 1];
    const minutes = Math.floor((last - times[0]) / 60_000);
    const step = this.width < 300 ? 2 : 1;
    const marks = [[last, 'now']];
    for (let minute = step; minute <= minutes; minute += step) {
      marks.push([last - minute * 60_000, `${minute} min`]);
    }
    return minutes > 0 ? marks.filter(([time]) => time > times[0] + 15_000) : marks;
  }

  #summary() {
    const last = this.times.length - 1;
    return `${this.label}: ${this.series
      .map((one) => `${one.name} ${this.#value(one, last)}`)
      .join(', ')}`;
  }

  #point(event, x) {
    const box = event.currentTarget.getBoundingClientRect();
    const time = x.invert(event.clientX - box.left);
    const first = this.times[0];
    const step = this.times[1] - first;
    const index = Math.round((time - first) / step);
    this.at = Math.min(this.times.length - 1, Math.max(0, index));
  }
}

customElements.define('hf-plot', Plot);
