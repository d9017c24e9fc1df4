// What happens, as it happens.
import {LitElement, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {live} from './live.js';
import {Still} from './still.js';
import {route, setParams} from './route.js';
import {APIS} from './resources.js';
import {apiTag, badge, empty, icon, resourceLink, skeleton, stateName} from './ui.js';
import {clock, duration, exact, owner} from './text.js';

const SHOWN = 60;
/** A faster change cannot be read, and drawing all rows again takes a while. */
const EVERY_MILLIS = 500;
const KINDS = [
  'granted',
  'queued',
  'released',
  'expired',
  'broken',
  'cancelled',
  'session_opened',
  'session_ended',
];

class Events extends LitElement {
  #still = new Still(this);
  #timer = 0;
  #update = () => {
    if (!document.hidden && !this.#timer) {
      this.#timer = setTimeout(() => {
        this.#timer = 0;
        this.requestUpdate();
      }, EVERY_MILLIS);
    }
  };

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    live.addEventListener('events', this.#update);
    live.addEventListener('state', this.#update);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    live.removeEventListener('events', this.#update);
    live.removeEventListener('state', this.#update);
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  #change(name, value) {
    setParams({[name]: value});
    this.#still.forget();
    this.requestUpdate();
  }

  /** Returns the newest events that fit, the newest first. */
  #newest() {
    const {params} = route();
    const api = params.get('api');
    const kind = params.get('kind');
    const prefix = params.get('q') ?? '';
    const found = [];
    for (let index = live.events.length - 1; index >= 0 && found.length < SHOWN; index--) {
      const event = live.events[index];
      if (
        (!api || event.api === api) &&
        (!kind || event.kind === kind) &&
        (!prefix || event.key?.startsWith(prefix) || event.owner?.startsWith(prefix))
      ) {
        found.push(event);
      }
    }
    return found;
  }

  render() {
    const {params} = route();
    const shown = this.#still.apply(this.#newest());
    return html`<div class="head"><h1 tabindex="-1">Events</h1></div>
      <form class="filters" role="search" @submit=${(event) => event.preventDefault()}>
        <label class="search"
          >${icon('search')}<span class="visually-hidden">Key or owner begins with</span>
          <input
            type="search"
            placeholder="Key or owner begins with …"
            autocomplete="off"
            spellcheck="false"
            .value=${params.get('q') ?? ''}
            @input=${(event) => this.#change('q', event.target.value)}
        /></label>
        ${this.#select('api', 'API', 'All APIs', APIS, String)}
        ${this.#select('kind', 'Event', 'All events', KINDS, stateName)}
        ${this.#still.controls()}
      </form>
      ${this.#still.card(shown.length > 0 ? this.#table(shown) : this.#none())}`;
  }

  #select(name, label, all, values, text) {
    const value = route().params.get(name) ?? '';
    return html`<label
      ><span class="visually-hidden">${label}</span>
      <select @change=${(event) => this.#change(name, event.target.value)}>
        <option value="">${all}</option>
        ${values.map(
          (one) => html`<option value=${one} ?selected=${one === value}>${text(one)}</option>`,
        )}
      </select></label
    >`;
  }

  #none() {
    if (live.state === 'connecting') {
      return skeleton(8);
    }
    return route().params.size > 0
      ? empty('search', 'No such event', 'None of the last events fits the filter.')
      : empty('events', 'No events yet', 'Grants, waits and releases appear here as they happen.');
  }

  #table(shown) {
    return html`<table class="table dense">
      <caption class="visually-hidden">
        Events, the newest first
      </caption>
      <thead>
        <tr>
          <th scope="col" class="when">Time</th>
          <th scope="col" class="kind">Event</th>
          <th scope="col">Resource</th>
          <th scope="col" class="wide">Owner</th>
          <th scope="col" class="wide">Detail</th>
        </tr>
      </thead>
      <tbody>
        ${repeat(
          shown,
          (event) => event.id,
          (event) =>
            html`<tr>
              <td class="when number">
                <time datetime=${event.at} title=${exact(event.time)}>${clock(event.time)}</time>
              </td>
              <td class="kind">${badge(event.kind)}</td>
              <td class="main">
                ${
                  event.key === undefined
                    ? html`<span class="faint"
                        >${event.session === undefined ? '–' : `session ${event.session}`}</span
                      >`
                    : html`${resourceLink(event.api, event.key)} ${apiTag(event.api)}`
                }
              </td>
              <td class="wide">
                ${event.owner ? owner(event.owner) : html`<span class="faint">–</span>`}
              </td>
              <td class="wide muted number">${this.#detail(event)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  #detail(event) {
    const parts = [];
    if (event.waited_ms > 0) {
      parts.push(`waited ${duration(event.waited_ms / 1000)}`);
    }
    if (event.held_ms !== undefined) {
      parts.push(`held ${duration(event.held_ms / 1000)}`);
    }
    if (event.position !== undefined) {
      parts.push(`position ${event.position}`);
    }
    if (event.reason && event.reason !== event.kind) {
      parts.push(event.reason.replaceAll('_', ' '));
    }
    return parts.length > 0 ? parts.join(', ') : nothing;
  }
}

customElements.define('hf-events', Events);
