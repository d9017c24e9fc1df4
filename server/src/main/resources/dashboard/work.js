// The queue of work nodes, and the leases on those that are in progress.
import {LitElement, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {get, token} from './api.js';
import {Loader, Ticker} from './load.js';
import {session} from './session.js';
import {badge, empty, problem, remaining, resourceLink, skeleton, stale} from './ui.js';
import {count, lasting, name, owner} from './text.js';

const SHOWN = 50;

/** Without authentication the nodes API takes the bearer token as the reader's name. */
function asReader() {
  return session.who && !session.who.authenticated && !token() ? {Authorization: 'Bearer dashboard'} : {};
}

class Work extends LitElement {
  #when = (event) => event.api === 'nodes';
  #queue = new Loader(this, (signal) => get(`v1/queue?limit=${SHOWN}`, {signal, more: asReader()}), {
    everyMillis: 5000,
    when: this.#when,
  });
  #leases = new Loader(this, (signal) => get('v1/resources?api=nodes&state=held&limit=200', {signal}), {
    everyMillis: 4000,
    when: this.#when,
  });
  #ticker = new Ticker(this);

  createRenderRoot() {
    return this;
  }

  render() {
    const queue = this.#queue.data;
    return html`<div class="head"><h1 tabindex="-1">Work queue</h1>${
      queue ? html`<span class="muted">${count(queue.total_count)} free</span>` : nothing
    }</div>
      ${stale(this.#leases)}
      <div class="tiles two">
        <section class="card flush" aria-labelledby="in-progress"><h2 id="in-progress">In progress</h2>${this.#held()}</section>
        <section class="card flush" aria-labelledby="free"><h2 id="free">Next in the queue</h2>${this.#free()}</section>
      </div>`;
  }

  #held() {
    const {data, error} = this.#leases;
    if (!data) {
      return error ? problem(error, () => this.#leases.again()) : skeleton(4);
    }
    if (data.resources.length === 0) {
      return empty('work', 'No node is leased', 'A worker that claims a node appears here with its lease.');
    }
    return html`<table class="table">
      <caption class="visually-hidden">Leased nodes</caption>
      <thead><tr><th scope="col">Node</th><th scope="col" class="right wait">Held for</th><th scope="col" class="right expiry">Expires in</th></tr></thead>
      <tbody>${repeat(data.resources, (row) => row.key, (row) => html`<tr>
        <td class="main"><span class="grow">${resourceLink('nodes', row.key)}${row.holder.owner ? html`<span class="muted small">${owner(row.holder.owner)}</span>` : nothing}</span></td>
        <td class="right number">${lasting(row.holder.since)}</td>
        <td class="right">${remaining(row.holder.expires_in_s - this.#leases.age, 2700)}</td>
      </tr>`)}</tbody>
    </table>`;
  }

  #free() {
    const {data, error} = this.#queue;
    if (!data) {
      return error ? problem(error, () => this.#queue.again()) : skeleton(4);
    }
    if (data.items.length === 0) {
      return empty('released', 'The queue is empty', 'Every node is done, leased or blocked.');
    }
    return html`<table class="table">
        <caption class="visually-hidden">Free nodes, the most urgent first</caption>
        <thead><tr><th scope="col">Node</th><th scope="col" class="type wide">Type</th><th scope="col" class="right priority">Priority</th></tr></thead>
        <tbody>${repeat(data.items, (item) => item.id, (item) => html`<tr>
          <td class="main"><span class="grow">${name(item.title)}<span class="faint small name">${item.id}</span></span></td>
          <td class="wide"><span class="tag">${item.type}</span></td>
          <td class="right">${item.priority ? html`<span class="tag strong">${item.priority}</span>` : html`<span class="faint">–</span>`}</td>
        </tr>`)}</tbody>
      </table>
      ${this.#hidden(data)}`;
  }

  #hidden(data) {
    const parts = ['leased', 'reserved', 'blocked', 'dormant'].filter((one) => data[one] > 0).map((one) => `${count(data[one])} ${one}`);
    return parts.length > 0 ? html`<p class="tablefoot muted">${badge('waiting', 'Not free')} ${parts.join(', ')}</p>` : nothing;
  }
}

customElements.define('hf-work', Work);
