// Claims as a board: waiting, active, and what became of the others in the last hour.
import {LitElement, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {get, now} from './api.js';
import {Loader, Ticker} from './load.js';
import {badge, icon, problem, resourceLink, stateKind, skeleton, stale} from './ui.js';
import {ago, brief, count, countdown, visible} from './text.js';

const OPEN_MAX = 200;
const SHOWN = 25;
const RECENT_SECONDS = 3600;

const COLUMNS = [
  {title: 'Waiting', statuses: ['waiting'], none: 'No claim waits.'},
  {title: 'Active', statuses: ['active'], none: 'No claim is active.'},
  {title: 'Released', statuses: ['released'], none: 'None in the last hour.'},
  {title: 'Expired', statuses: ['expired'], none: 'None in the last hour.'},
  {
    title: 'Given up',
    statuses: ['aborted', 'withdrawn', 'revoked'],
    none: 'None in the last hour.',
  },
];

function idOf(claim) {
  return claim.url.replace(/\/$/, '').split('/').pop();
}

class Claims extends LitElement {
  #loader = new Loader(this, (signal) => this.#load(signal), {
    everyMillis: 4000,
    when: (event) => event.api === 'claims',
  });
  #ticker = new Ticker(this);

  createRenderRoot() {
    return this;
  }

  async #load(signal) {
    const since = Math.floor(now() / 1000) - RECENT_SECONDS;
    return Promise.all(
      COLUMNS.map(async ({statuses}) => {
        const lists = await Promise.all(
          statuses.map((status) =>
            get(
              status === 'waiting' || status === 'active'
                ? `v1/claims/?status=${status}&limit=${OPEN_MAX}`
                : `v1/claims/?status=${status}&minimum_created=${since}`,
              {signal},
            ),
          ),
        );
        const claims = lists.flat();
        // The list begins with the oldest; of the claims that are over, the newest matter.
        return statuses.includes('waiting') || statuses.includes('active')
          ? claims
          : claims.sort((a, b) => idOf(b) - idOf(a));
      }),
    );
  }

  render() {
    const {data, error} = this.#loader;
    return html`<div class="head"><h1 tabindex="-1">Claims</h1></div>
      ${stale(this.#loader)}
      ${
        error && !data
          ? html`<div class="card">${problem(error, () => this.#loader.again())}</div>`
          : html`<div class="board">
              ${COLUMNS.map((column, index) => this.#column(column, data?.[index]))}
            </div>`
      }`;
  }

  #column(column, claims) {
    const id = `column-${column.title.replace(' ', '-')}`;
    return html`<section class="column" aria-labelledby=${id}>
      <h2 id=${id} class=${stateKind(column.statuses[0])}>
        ${icon(stateKind(column.statuses[0]))}${column.title}
        <span class="muted number">${claims ? count(claims.length) : ''}</span>
      </h2>
      ${
        claims
          ? html`<ul>
                ${repeat(claims.slice(0, SHOWN), idOf, (claim) => this.#claim(claim, column))}
              </ul>
              ${
                claims.length === 0 ? html`<p class="faint small none">${column.none}</p>` : nothing
              }
              ${
                claims.length > SHOWN
                  ? html`<p class="faint small none">and ${count(claims.length - SHOWN)} others</p>`
                  : nothing
              }`
          : skeleton(3)
      }
    </section>`;
  }

  #claim(claim, column) {
    const last = claim.status_history[claim.status_history.length - 1];
    return html`<li class="card ticket">
      <span class="with"
        >${resourceLink('claims', claim.resource)}<span class="faint small number push"
          >#${idOf(claim)}</span
        ></span
      >
      <span class="muted small name">${this.#about(claim)}</span>
      <span class="small number"
        >${this.#time(claim, last)}${
          column.statuses.length > 1 ? badge(claim.status) : nothing
        }</span
      >
    </li>`;
  }

  #about(claim) {
    const data = claim.user_data;
    if (data === null || data === undefined) {
      return 'no user data';
    }
    const text =
      typeof data === 'object' && !Array.isArray(data)
        ? Object.entries(data)
            .map(
              ([key, value]) =>
                `${key} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
            )
            .join(', ')
        : JSON.stringify(data);
    return visible(text).slice(0, 200);
  }

  #time(claim, last) {
    const age = this.#loader.age;
    switch (claim.status) {
      case 'waiting':
        return `waiting for ${countdown(Math.floor(claim.waiting_duration + age))}`;
      case 'active':
        return `expires in ${countdown(Math.max(0, claim.ttl - age))}`;
      default:
        return html`<span
          >${
            claim.active_duration === null
              ? 'never active'
              : `active ${brief(claim.active_duration)}`
          }
          · ${ago(Date.parse(last.timestamp.replace('-0000', '+0000')))}</span
        >`;
    }
  }
}

customElements.define('hf-claims', Claims);
