// All resources that are held or waited for, found while typing.
import {LitElement, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {get} from './api.js';
import {choice, filters, searchBox} from './filters.js';
import {Loader, Ticker} from './load.js';
import {route, setParams} from './route.js';
import {SteadyOrder} from './steady.js';
import {
  badge,
  apiTag,
  empty,
  problem,
  remaining,
  resourceLink,
  skeleton,
  stale,
} from './ui.js';
import {count, lasting, owner} from './text.js';

const PAGE = 100;
const SHOWN_MAX = 1000;
const TRIES_MAX = 10;
const TYPING_MILLIS = 120;

export const APIS = ['locks', 'pools', 'claims', 'entities', 'nodes'];
const SORTS = {age: 'Oldest first', wait: 'Longest wait first', queue: 'Longest queue first'};
const USES = {'': 'Held or waited for', held: 'Held', waiting: 'Waited for', idle: 'Idle'};

class Resources extends LitElement {
  #wanted = PAGE;
  #steady = new SteadyOrder((row) => `${row.api}/${row.key}`);
  #typing = 0;
  #loader = new Loader(this, (signal) => this.#load(signal), {everyMillis: 4000, when: () => true});
  #ticker = new Ticker(this);

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.onRoute = () => this.#restart();
    addEventListener('hashchange', this.onRoute);
    this.onKey = (event) => {
      const typing = event.target.matches?.('input, select, textarea, dialog *');
      if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        this.querySelector('input[type=search]').focus();
      }
    };
    addEventListener('keydown', this.onKey);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.onRoute);
    removeEventListener('keydown', this.onKey);
  }

  /** A page that looked at many resources may be short and still have a next one. */
  async #load(signal) {
    const params = new URLSearchParams();
    for (const name of ['api', 'state', 'sort']) {
      const value = route().params.get(name);
      if (value) {
        params.set(name, value);
      }
    }
    const prefix = route().params.get('q');
    if (prefix) {
      params.set('prefix', prefix);
    }
    const rows = [];
    let next = null;
    for (let tries = 0; tries < TRIES_MAX && rows.length < this.#wanted; tries++) {
      params.set('limit', String(Math.min(SHOWN_MAX, this.#wanted - rows.length)));
      if (next) {
        params.set('after', next);
      }
      const answer = await get(`v1/resources?${params}`, {signal});
      rows.push(...answer.resources);
      next = answer.next;
      if (!next) {
        break;
      }
    }
    return {rows, more: Boolean(next)};
  }

  #restart() {
    this.#wanted = PAGE;
    this.#steady.forget();
    this.#loader.again();
    this.requestUpdate();
  }

  #change = (name, value) => {
    setParams({[name]: value});
    this.#restart();
  };

  #search = (name, text) => {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#change(name, text), TYPING_MILLIS);
  };

  render() {
    const apis = [['', 'All APIs'], ...APIS.map((api) => [api, api])];
    return html`<div class="head"><h1 tabindex="-1">Resources</h1></div>
      ${filters(
        html`${searchBox('q', 'Key begins with', this.#search)}
        ${choice('api', 'API', apis, this.#change)}
        ${choice('state', 'State', Object.entries(USES), this.#change)}
        ${choice('sort', 'Order', Object.entries(SORTS), this.#change, 'age')}`,
      )}
      ${stale(this.#loader)}
      <div
        class="card flush"
        @pointerenter=${() => this.#steady.hold(true)}
        @pointerleave=${() => this.#steady.hold(false)}
      >
        ${this.#body()}
      </div>`;
  }

  #body() {
    const {data, error} = this.#loader;
    if (!data) {
      return error ? problem(error, () => this.#loader.again()) : skeleton(8);
    }
    const found = route().params.size > 0;
    if (data.rows.length === 0) {
      return found
        ? empty(
            'search',
            'Nothing found',
            'No resource in use fits. The search compares the beginning of the key.',
          )
        : empty(
            'resources',
            'Nothing is held',
            'Resources appear here as soon as a client acquires one.',
          );
    }
    const rows = this.#steady.apply(data.rows);
    return html`<table class="table resources">
        <caption class="visually-hidden">
          Resources
        </caption>
        <thead>
          <tr>
            <th scope="col">Resource</th>
            <th scope="col" class="state wide">State</th>
            <th scope="col" class="holder wide">Holder</th>
            <th scope="col" class="right waiters">Waiting</th>
            <th scope="col" class="right wait wide">Longest wait</th>
            <th scope="col" class="right expiry">Expires in</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            rows,
            (row) => `${row.api}/${row.key}`,
            (row) => this.#row(row),
          )}
        </tbody>
      </table>
      <div class="tablefoot">
        <span class="muted"
          >${count(rows.length)}${data.more ? '+' : ''}
          ${rows.length === 1 ? 'resource' : 'resources'}</span
        >
        ${
          data.more && rows.length >= SHOWN_MAX
            ? html`<span class="muted">Search to see others.</span>`
            : data.more
              ? html`<button class="small" @click=${this.#more}>Show more</button>`
              : nothing
        }
      </div>`;
  }

  #more() {
    this.#wanted = Math.min(SHOWN_MAX, this.#wanted * 3);
    this.#loader.again();
  }

  #row(row) {
    const holder = row.holder;
    const left = holder ? holder.expires_in_s - this.#loader.age : 0;
    const state =
      row.held > 0
        ? badge('held', row.limit > 1 ? `${count(row.held)} of ${count(row.limit)}` : 'Held')
        : badge(row.waiting > 0 ? 'waiting' : 'idle');
    return html`<tr>
      <td class="main">
        ${resourceLink(row.api, row.key)} ${apiTag(row.api)}<span class="narrow">${state}</span>
      </td>
      <td class="wide">${state}</td>
      <td class="wide">
        ${
          holder
            ? html`<span class="with"
                >${owner(holder.owner)}${
                  row.held > 1 ? html`<span class="tag">+${count(row.held - 1)}</span>` : nothing
                }</span
              >`
            : html`<span class="faint">–</span>`
        }
      </td>
      <td class="right number">
        ${row.waiting > 0 ? count(row.waiting) : html`<span class="faint">–</span>`}
      </td>
      <td class="right number wide">
        ${row.waiting_since ? lasting(row.waiting_since) : html`<span class="faint">–</span>`}
      </td>
      <td class="right">${holder ? remaining(left, 60) : html`<span class="faint">–</span>`}</td>
    </tr>`;
  }
}

customElements.define('hf-resources', Resources);
