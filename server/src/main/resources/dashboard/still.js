// A table that is followed live stands still while the pointer is on it, or it is paused.
import {html} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {icon} from './ui.js';
import {count} from './text.js';

export class Still {
  #host;
  #paused = false;
  #hovered = false;
  #frozen = null;
  #newer = 0;

  constructor(host) {
    this.#host = host;
  }

  get #holds() {
    return this.#paused || this.#hovered;
  }

  /** Shows other rows at once, because another filter was chosen. */
  forget() {
    this.#frozen = null;
  }

  /** Returns the rows to show: those of before while it stands still. */
  apply(newest) {
    const shown = this.#holds && this.#frozen ? this.#frozen : newest;
    this.#frozen = shown;
    this.#newer = shown === newest ? 0 : newest.findIndex((row) => row.id === shown[0]?.id);
    if (this.#newer < 0) {
      this.#newer = newest.length;
    }
    return shown;
  }

  controls() {
    const text = this.#newer === 0 ? 'Standing still' : `${count(this.#newer)} newer`;
    return html`<button
        type="button"
        class="pause"
        aria-pressed=${this.#paused}
        @click=${this.#pause}
      >
        ${this.#paused ? html`${icon('play')} Continue` : html`${icon('pause')} Pause`}
      </button>
      <span class="muted small number newer">${this.#holds ? text : ''}</span>`;
  }

  #pause = () => {
    this.#paused = !this.#paused;
    this.#host.requestUpdate();
  };

  /** The card around the table. */
  card(content) {
    return html`<div class="card flush" @pointerenter=${this.#enter} @pointerleave=${this.#leave}>
      ${content}
    </div>`;
  }

  /**
   * A table of rows that have ids.
   *
   * @param columns pairs of a title and its classes
   * @param row draws the cells of a row
   */
  table(name, caption, columns, rows, row) {
    return html`<table class="table dense ${name}">
      <caption class="visually-hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map(([title, classes]) => html`<th scope="col" class=${classes}>${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${repeat(
          rows,
          (one) => one.id,
          (one) => html`<tr>
            ${row(one)}
          </tr>`,
        )}
      </tbody>
    </table>`;
  }

  #enter = () => this.#hover(true);
  #leave = () => this.#hover(false);

  #hover(hovered) {
    this.#hovered = hovered;
    this.#host.requestUpdate();
  }
}
