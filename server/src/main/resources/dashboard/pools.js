// Pools with their slots. A pool is shown by its masked name; its UUID is a secret.
import {LitElement, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {get} from './api.js';
import {Loader, Ticker} from './load.js';
import {slots} from './slots.js';
import {badge, empty, problem, resourceLink, skeleton, stale} from './ui.js';
import {count, lasting} from './text.js';

const POOLS = 100;
const CELLS = 96;

class Pools extends LitElement {
  #loader = new Loader(this, (signal) => this.#load(signal), {
    everyMillis: 3000,
    when: (event) => event.api === 'pools',
  });
  #ticker = new Ticker(this);

  createRenderRoot() {
    return this;
  }

  async #load(signal) {
    const [used, idle] = await Promise.all([
      get(`v1/resources?api=pools&limit=${POOLS}`, {signal}),
      get(`v1/resources?api=pools&state=idle&limit=${POOLS}`, {signal}),
    ]);
    return {
      pools: [...used.resources, ...idle.resources].sort((a, b) => (a.key < b.key ? -1 : 1)),
      more: Boolean(used.next || idle.next),
    };
  }

  render() {
    const {data, error} = this.#loader;
    return html`<div class="head"><h1 tabindex="-1">Pools</h1>${
      data ? html`<span class="muted">${count(data.pools.length)}${data.more ? '+' : ''}</span>` : nothing
    }</div>
      ${stale(this.#loader)}
      ${
        data
          ? data.pools.length === 0
            ? html`<div class="card">${empty('pools', 'No pools', 'A pool appears here when a client makes one with PUT /l/{uuid}.')}</div>`
            : html`<div class="tiles pools">${repeat(data.pools, (pool) => pool.key, (pool) => this.#pool(pool))}</div>
              ${data.more ? html`<p class="muted">Others are among the <a href="#/resources?api=pools">resources</a>.</p>` : nothing}`
          : error
            ? html`<div class="card">${problem(error, () => this.#loader.again())}</div>`
            : html`<div class="card">${skeleton(5)}</div>`
      }`;
  }

  #pool(pool) {
    return html`<section class="card pool">
      <div class="cardhead"><h2 class="key">${resourceLink('pools', pool.key)}</h2>
        <span class="muted number">${count(pool.held)} of ${count(pool.limit)}</span></div>
      ${slots(pool, CELLS)}
      <p class="poolfoot">${
        pool.waiting > 0
          ? html`${badge('waiting', `${count(pool.waiting)} waiting`)} <span class="muted number">for ${lasting(pool.waiting_since)}</span>`
          : pool.held < pool.limit
            ? html`<span class="muted">${count(pool.limit - pool.held)} free</span>`
            : html`<span class="muted">All slots are held, and no client waits.</span>`
      }</p>
    </section>`;
  }
}

customElements.define('hf-pools', Pools);
