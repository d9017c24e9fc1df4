// What happens now: rates, how much is held and waited for, and what needs attention.
import {LitElement, html, nothing} from 'lit';
import {get, now} from './api.js';
import {Loader, Ticker, loadPath} from './load.js';
import {levels, rates, waits} from './series.js';
import {apiTag, badge, empty, problem, remaining, resourceLink, skeleton, stale} from './ui.js';
import {count, duration, durationUnit, lasting, name, owner, rate, shortDuration, shortNumber, visible} from './text.js';
import {inMemory, remember} from './growth.js';
import {roleOf} from './session.js';
import './plot.js';

const LIST = 6;
const PAGE = 1000;
const PAGES_MAX = 10;
const COUNT_MILLIS = 5000;
const COUNT_MANY_MILLIS = 30_000;

/** Counts what is held and waited for, in at most ten pages. */
async function census(signal) {
  const found = {held: 0, waiting: 0, resources: 0, partial: false, expiring: [], time: now()};
  let after = '';
  for (let page = 0; page < PAGES_MAX; page++) {
    const answer = await get(`v1/resources?limit=${PAGE}${after}`, {signal});
    for (const row of answer.resources) {
      found.held += row.held;
      found.waiting += row.waiting;
      found.resources++;
      if (row.holder) {
        found.expiring.push(row);
      }
    }
    if (!answer.next) {
      break;
    }
    after = `&after=${encodeURIComponent(answer.next)}`;
    found.partial = page === PAGES_MAX - 1;
  }
  found.expiring.sort((a, b) => a.holder.expires_in_s - b.holder.expires_in_s);
  found.expiring.length = Math.min(found.expiring.length, 50);
  return found;
}

class Overview extends LitElement {
  #census = new Loader(this, (signal) => this.#count(signal), {everyMillis: COUNT_MILLIS});
  #longest = new Loader(this, loadPath(`v1/resources?state=waiting&sort=wait&limit=${LIST}`), {
    everyMillis: 3000,
    when: (event) => event.kind === 'queued' || event.kind === 'granted',
  });
  #cluster = new Loader(
    this,
    async (signal) => (roleOf('operator') ? remember(await get('v1/cluster', {signal})) : null),
    {everyMillis: 5000},
  );
  #ticker = new Ticker(this, {events: true});

  createRenderRoot() {
    return this;
  }

  /** Many resources are counted less often; the events tell what changes in between. */
  async #count(signal) {
    const found = await census(signal);
    this.#census.everyMillis = found.resources > PAGE ? COUNT_MANY_MILLIS : COUNT_MILLIS;
    return found;
  }

  render() {
    return html`<div class="head"><h1 tabindex="-1">Overview</h1></div>
      ${stale(this.#census)}
      <div class="tiles">${this.#rates()} ${this.#levels()} ${this.#waits()}</div>
      <div class="tiles lists">
        ${this.#waitingLongest()} ${this.#expiringNext()} ${this.#members()}
      </div>`;
  }

  #rates() {
    const {times, granted, released, lost} = rates();
    return html`<section class="card" aria-labelledby="rates">
      <h2 id="rates">Per second</h2>
      <hf-plot
        label="Per second in the last five minutes"
        .times=${times}
        .format=${rate}
        .axis=${shortNumber}
        .series=${[
          {name: 'Granted', kind: 'held', values: granted, filled: true},
          {name: 'Released', kind: 'good', values: released},
          {name: 'Expired, broken', kind: 'late', values: lost},
        ]}
      ></hf-plot>
    </section>`;
  }

  #levels() {
    const found = this.#census.data;
    const {times, held, waiting} = levels(
      found?.held ?? 0,
      found?.waiting ?? 0,
      found?.time ?? now(),
    );
    const more = found?.partial ? '+' : '';
    return html`<section class="card" aria-labelledby="levels">
      <h2 id="levels">
        Now
        ${
          found
            ? html`<span class="muted">in ${count(found.resources)}${more} resources</span>`
            : nothing
        }
      </h2>
      ${
        found
          ? html`<hf-plot
              whole
              label="Grants and waits in the last five minutes"
              .times=${times}
              .format=${this.#whole}
              .series=${[
                {name: 'Held', kind: 'held', values: held, filled: true},
                {name: 'Waiting', kind: 'waiting', values: waiting, filled: true},
              ]}
            ></hf-plot>`
          : this.#census.error
            ? problem(this.#census.error)
            : html`<div class="skeleton plot"></div>`
      }
    </section>`;
  }

  #whole = (value) => count(Math.round(value));

  #waits() {
    const {times, half, most, nearlyAll} = waits();
    return html`<section class="card" aria-labelledby="waits">
      <h2 id="waits">Time until granted</h2>
      <hf-plot
        label="Time until granted in the last five minutes"
        .times=${times}
        .format=${duration}
        .axis=${shortDuration}
        .unit=${durationUnit}
        .series=${[
          {name: '50 %', kind: 'held', values: half},
          {name: '95 %', kind: 'waiting', values: most},
          {name: '99 %', kind: 'late', values: nearlyAll},
        ]}
      ></hf-plot>
    </section>`;
  }

  #waitingLongest() {
    const {data, error} = this.#longest;
    return html`<section class="card" aria-labelledby="longest">
      <div class="cardhead">
        <h2 id="longest">Waited for longest</h2>
        <a class="small" href="#/resources?state=waiting&sort=wait">All queues</a>
      </div>
      ${
        data
          ? data.resources.length === 0
            ? empty('released', 'No client waits', 'Every request was granted at once.')
            : html`<ul class="list">
                ${data.resources.map(
                  (row) =>
                    html`<li>
                      <span class="grow"
                        >${resourceLink(row.api, row.key)}
                        <span class="muted small"
                          >${apiTag(row.api)} ${count(row.waiting)}
                          waiting${
                            row.holder?.owner ? html` for ${owner(row.holder.owner)}` : nothing
                          }</span
                        ></span
                      >
                      <span class="number">${lasting(row.waiting_since)}</span>
                    </li>`,
                )}
              </ul>`
          : error
            ? problem(error)
            : skeleton(LIST)
      }
    </section>`;
  }

  #expiringNext() {
    const {data, error, age} = this.#census;
    const rows = (data?.expiring ?? [])
      .map((row) => ({...row, left: row.holder.expires_in_s - age}))
      .filter((row) => row.left > 0)
      .slice(0, LIST);
    return html`<section class="card" aria-labelledby="expiring">
      <div class="cardhead">
        <h2 id="expiring">Expires next</h2>
        <a class="small" href="#/resources?state=held">All held</a>
      </div>
      ${
        data
          ? rows.length === 0
            ? empty('idle', 'Nothing is held', 'Leases appear here, the shortest first.')
            : html`<ul class="list">
                ${rows.map(
                  (row) =>
                    html`<li>
                      <span class="grow"
                        >${resourceLink(row.api, row.key)}
                        <span class="muted small"
                          >${apiTag(row.api)} ${owner(row.holder.owner)}</span
                        ></span
                      >
                      ${remaining(row.left, 60)}
                    </li>`,
                )}
              </ul>`
          : error
            ? problem(error)
            : skeleton(LIST)
      }
    </section>`;
  }

  #members() {
    const {data, error} = this.#cluster;
    const refused = !roleOf('operator') || error?.status === 403;
    return html`<section class="card" aria-labelledby="members">
      <div class="cardhead">
        <h2 id="members">Members</h2>
        ${refused ? nothing : html`<a class="small" href="#/cluster">Cluster</a>`}
      </div>
      ${
        refused
          ? empty('key', 'Not shown to your role', 'Members are shown to the role operator.')
          : data
            ? html`<ul class="list">
                ${data.members.map((member) => this.#member(data, member))}
              </ul>`
            : error
              ? problem(error)
              : skeleton(3)
      }
    </section>`;
  }

  #member(data, member) {
    const alone = data.members.length === 1;
    const state = member.problem ? 'problem' : member.leads && !alone ? 'leader' : 'ok';
    return html`<li>
      <span class="grow"
        ><span class="key">${inMemory(data) ? 'This server' : name(member.node)}</span>
        <span class="muted small name">${alone ? aloneText(data) : lagText(member)}</span></span
      >
      ${badge(state)}
    </li>`;
  }
}

function aloneText(data) {
  return inMemory(data) ? 'keeps its state in memory only' : 'the only member';
}

function lagText({lag, problem}) {
  if (problem) {
    return visible(problem.detail);
  }
  return lag === null
    ? 'lag unknown'
    : lag === 0
      ? 'up to date'
      : `${count(lag)} ${lag === 1 ? 'entry' : 'entries'} behind`;
}

customElements.define('hf-overview', Overview);
