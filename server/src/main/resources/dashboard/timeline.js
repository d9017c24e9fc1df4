// Draws spans as lanes: a thin bar while a client waits, a thick one while it holds.
import {LitElement, html, svg, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import scaleLinear from 'd3-scale/linear.js';
import {now} from './api.js';
import {stateKind, stateName} from './ui.js';
import {clock, duration, name, visible} from './text.js';
import {windowOf} from './spans.js';

const LANES = 12;
const ROW = 26;
const STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800].map((seconds) => seconds * 1000);

class Timeline extends LitElement {
  static properties = {spans: {attribute: false}, width: {state: true}};

  #watch = new ResizeObserver(() => this.#measure());

  constructor() {
    super();
    this.width = 0;
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

  #measure() {
    const axis = this.querySelector('.axis svg');
    this.width = axis ? Math.round(axis.getBoundingClientRect().width) : 0;
  }

  firstUpdated() {
    this.#measure();
  }

  render() {
    const shown = this.spans.slice(-LANES);
    const {from, to} = windowOf(shown);
    const x = scaleLinear([from, to], [0, Math.max(1, this.width - 2)]).clamp(true);
    return html`<div class="timeline">
      <p class="key small muted" aria-hidden="true">
        <svg width="22" height="10"><rect class="wait" y="3" width="22" height="4" rx="2"/></svg> waiting
        <svg width="22" height="10"><rect class="hold" width="22" height="10" rx="3"/></svg> holding
        <svg width="10" height="10"><rect class="end late" width="4" height="10" rx="1"/></svg> expired
        <svg width="10" height="10"><rect class="end bad" width="4" height="10" rx="1"/></svg> broken
      </p>
      <ol aria-label="Who held it when">
        ${repeat(shown, (span) => span.id, (span) => this.#lane(span, x))}
      </ol>
      <div class="lane axis" aria-hidden="true"><span></span><svg height="18">${this.#ticks(from, to).map(
        (tick) => svg`<line class="grid" x1=${x(tick)} x2=${x(tick)} y1="0" y2="4"/>
          <text x=${x(tick)} y="15" text-anchor="middle">${this.#relative(to - tick)}</text>`,
      )}<text x=${this.width} y="15" text-anchor="end">now</text></svg></div>
    </div>`;
  }

  #ticks(from, to) {
    const count = Math.max(3, Math.floor(this.width / 90));
    const step = STEPS.find((one) => (to - from) / one <= count) ?? 3_600_000;
    const ticks = [];
    // A label needs some room beside the edge.
    const first = from + ((to - from) * 24) / Math.max(1, this.width);
    for (let time = to - step; time > first; time -= step) {
      ticks.push(time);
    }
    return ticks;
  }

  #relative(millis) {
    const seconds = Math.round(millis / 1000);
    return seconds % 60 === 0 ? `${seconds / 60} min` : seconds < 60 ? `${seconds} s` : `${(seconds / 60).toFixed(1)} min`;
  }

  #lane(span, x) {
    const end = span.ended ?? now();
    const story = this.#story(span, end);
    const held = span.since !== null;
    const waitTo = held ? span.since : end;
    const waited = waitTo - span.queued > 1;
    const kind = span.end === null ? 'held' : stateKind(span.end);
    const mark = {expired: 'late', broken: 'bad'}[kind];
    return html`<li class="lane" title=${story}>
      <span class="who">${span.owner ? name(span.owner) : html`<span class="faint number">${this.#label(span)}</span>`}</span>
      <svg height=${ROW} role="img" aria-label=${story}>
        <line class="grid" x1="0" x2=${this.width} y1=${ROW - 0.5} y2=${ROW - 0.5}/>
        ${waited ? svg`<rect class="wait" x=${x(span.queued)} y=${ROW / 2 - 2} width=${Math.max(2, x(waitTo) - x(span.queued))} height="4" rx="2"/>` : nothing}
        ${held ? svg`<rect class="hold ${span.ended === null ? 'now' : 'past'}" x=${x(span.since)} y="5" width=${Math.max(3, x(end) - x(span.since))} height=${ROW - 10} rx="3"/>` : nothing}
        ${mark ? svg`<rect class="end ${mark}" x=${Math.max(0, x(end) - 4)} y="3" width="4" height=${ROW - 6} rx="1"/>` : nothing}
      </svg>
    </li>`;
  }

  /** Clients without an owner are told apart by the slot, or by the end of the fence. */
  #label(span) {
    return span.slot === undefined ? `… ${String(span.id).slice(-5)}` : `slot ${span.slot}`;
  }

  #story(span, end) {
    const who = span.owner ? visible(span.owner) : 'A client without an owner';
    const waited = ((span.since ?? end) - span.queued) / 1000;
    const parts = [];
    if (waited > 0.001) {
      parts.push(`waited ${duration(waited)}`);
    }
    if (span.since !== null) {
      parts.push(
        span.ended === null
          ? `holds it since ${clock(span.since)}`
          : `held it from ${clock(span.since)} for ${duration((end - span.since) / 1000)}`,
      );
    } else if (span.ended === null) {
      parts.push('waits now');
    }
    if (span.end) {
      parts.push(stateName(span.end).toLowerCase() + (span.by ? ` by ${visible(span.by)}` : ''));
    }
    return `${who}: ${parts.join(', ')}${span.reason ? ` (${visible(span.reason)})` : ''}`;
  }
}

customElements.define('hf-timeline', Timeline);
