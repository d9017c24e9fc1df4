// What happens, as it happens.
import {LitElement, html, nothing} from 'lit';
import {choice, filters, searchBox} from './filters.js';
import {live} from './live.js';
import {Still} from './still.js';
import {route, setParams} from './route.js';
import {APIS} from './resources.js';
import {apiTag, badge, empty, resourceLink, skeleton, stateName} from './ui.js';
import {duration, moment, owner} from './text.js';

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

  #change = (name, value) => {
    setParams({[name]: value});
    this.#still.forget();
    this.requestUpdate();
  };

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
    const shown = this.#still.apply(this.#newest());
    const choices = (all, values, text) => [['', all], ...values.map((one) => [one, text(one)])];
    return html`<div class="head"><h1 tabindex="-1">Events</h1></div>
      ${filters(
        html`${searchBox('q', 'Key or owner begins with', this.#change)}
        ${choice('api', 'API', choices('All APIs', APIS, String), this.#change)}
        ${choice('kind', 'Event', choices('All events', KINDS, stateName), this.#change)}
        ${this.#still.controls()}`,
      )}
      ${this.#still.card(shown.length > 0 ? this.#table(shown) : this.#none())}`;
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
    const columns = [
      ['Time', 'when'],
      ['Event', 'kind wide'],
      ['Resource', ''],
      ['Owner', 'wide'],
      ['Detail', 'wide'],
    ];
    return this.#still.table('events', 'Events, the newest first', columns, shown, (event) =>
      this.#row(event),
    );
  }

  #row(event) {
    const who = event.owner ? owner(event.owner) : html`<span class="faint">–</span>`;
    return html`<td class="when number">${moment(event.time)}</td>
      <td class="kind wide">${badge(event.kind)}</td>
      <td class="main">
        ${
          event.key === undefined
            ? html`<span class="faint"
                >${event.session === undefined ? '–' : `session ${event.session}`}</span
              >`
            : html`${resourceLink(event.api, event.key)} ${apiTag(event.api)}`
        }
        <span class="narrow small">${badge(event.kind)} ${event.owner ? who : nothing}</span>
      </td>
      <td class="wide">${who}</td>
      <td class="wide muted number">${this.#detail(event)}</td>`;
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
