// The members of the cluster: who leads, who is behind, how fast the log grows.
import {LitElement, html, nothing} from 'lit';
import {get, send} from './api.js';
import {Loader, Ticker} from './load.js';
import {badge, problem, skeleton, stale} from './ui.js';
import {count, duration, name, rate, visible} from './text.js';
import './plot.js';

const EVERY_MILLIS = 2000;
const STEP_MILLIS = 5000;
const STEPS = 60;

/** Commit indexes that were seen, kept over changes of the page: {time, index}. */
const seen = [];

function remember(index) {
  seen.push({time: Date.now(), index});
  while (seen.length > 0 && seen[0].time < Date.now() - STEPS * STEP_MILLIS - 2 * STEP_MILLIS) {
    seen.shift();
  }
}

/** Returns the index at a time between two that were seen; null outside of them. */
function indexAt(time) {
  const after = seen.findIndex((one) => one.time >= time);
  if (after <= 0) {
    return null;
  }
  const [from, to] = [seen[after - 1], seen[after]];
  return from.index + ((to.index - from.index) * (time - from.time)) / (to.time - from.time);
}

function growth() {
  const end = Math.floor(Date.now() / STEP_MILLIS) * STEP_MILLIS;
  const times = Array.from(
    {length: STEPS},
    (unused, index) => end - (STEPS - 1 - index) * STEP_MILLIS,
  );
  const values = times.map((time) => {
    const now = indexAt(time);
    const before = indexAt(time - STEP_MILLIS);
    return now === null || before === null
      ? null
      : Math.max(0, now - before) / (STEP_MILLIS / 1000);
  });
  return {times, values};
}

function bytes(number) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = number;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

class Cluster extends LitElement {
  #loader = new Loader(
    this,
    async (signal) => {
      const [status, ready] = await Promise.all([
        get('v1/cluster', {signal}),
        get('ready', {signal}).catch((error) => ({status: error.message})),
      ]);
      remember(status.commit_index);
      return {...status, ready: ready.status};
    },
    {everyMillis: EVERY_MILLIS},
  );
  #memory = new Loader(this, (signal) => this.#metrics(signal), {everyMillis: 10_000});
  #ticker = new Ticker(this);

  createRenderRoot() {
    return this;
  }

  /** Reads the few metrics that the page shows. */
  async #metrics(signal) {
    const text = await (await send('GET', 'metrics', {signal})).text();
    const found = {};
    for (const line of text.split('\n')) {
      const match =
        /^(holdfast_(?:state_bytes(?:_max)?|disk_free_bytes|disk_size_bytes))(?:\{[^}]*\})? ([0-9.eE+-]+)$/.exec(
          line,
        );
      if (match) {
        found[match[1]] = Number(match[2]);
      }
    }
    return found;
  }

  render() {
    const {data, error} = this.#loader;
    return html`<div class="head">
        <h1 tabindex="-1">Cluster</h1>
        ${
          data
            ? data.ready === 'ok'
              ? badge('ok', 'Ready')
              : badge('problem', visible(data.ready))
            : nothing
        }
      </div>
      ${stale(this.#loader)}
      ${
        data
          ? this.#body(data)
          : html`<div class="card">
              ${error ? problem(error, () => this.#loader.again()) : skeleton(6)}
            </div>`
      }`;
  }

  #body(data) {
    const inMemory = data.term === 0 && data.commit_index === 0;
    return html`<dl class="facts-row card">
        <div>
          <dt>Leader</dt>
          <dd>${data.leader ? name(data.leader) : html`<span class="late">none</span>`}</dd>
        </div>
        <div>
          <dt>This member</dt>
          <dd>${name(data.node)}</dd>
        </div>
        ${
          // A single server has no terms.
          data.term === 0
            ? nothing
            : html`<div>
                <dt>Term</dt>
                <dd class="number">${count(data.term)}</dd>
              </div>`
        }
        <div>
          <dt>Committed entry</dt>
          <dd class="number">${count(data.commit_index)}</dd>
        </div>
        <div>
          <dt>Applied here</dt>
          <dd class="number">${count(data.applied_index)}</dd>
        </div>
        <div>
          <dt>Format</dt>
          <dd class="number">${count(data.format)}</dd>
        </div>
        ${this.#capacity()}
      </dl>
      <section class="card flush" aria-labelledby="members">
        <h2 id="members">Members</h2>
        ${this.#members(data)}
      </section>
      <section class="card" aria-labelledby="growth">
        <h2 id="growth">Log entries per second</h2>
        ${
          inMemory
            ? html`<p class="muted">
                The state is in memory only, so there is no log. Start the server with --data-dir to
                keep it.
              </p>`
            : this.#growth()
        }
      </section>`;
  }

  #capacity() {
    const found = this.#memory.data;
    if (!found) {
      return nothing;
    }
    const {
      holdfast_state_bytes: state,
      holdfast_state_bytes_max: max,
      holdfast_disk_free_bytes: free,
    } = found;
    return html`${
      state === undefined
        ? nothing
        : html`<div>
            <dt>State memory</dt>
            <dd class="number">
              ${bytes(state)}${
                max ? html` <span class="muted small">of ${bytes(max)}</span>` : nothing
              }
            </dd>
          </div>`
    }
    ${
      free === undefined
        ? nothing
        : html`<div>
            <dt>Disk free</dt>
            <dd class="number">${bytes(free)}</dd>
          </div>`
    }`;
  }

  #members(data) {
    return html`<table class="table members">
      <caption class="visually-hidden">
        Members
      </caption>
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">State</th>
          <th scope="col" class="right">Behind</th>
          <th scope="col" class="right wide">Last heard</th>
        </tr>
      </thead>
      <tbody>
        ${data.members.map(
          (member) =>
            html`<tr>
              <td class="main">
                <span class="grow"
                  ><span class="key">${name(member.node)}</span>${
                    member.address
                      ? html`<span class="faint small name">${member.address}</span>`
                      : nothing
                  }</span
                >
              </td>
              <td>
                ${
                  member.problem
                    ? html`<span class="with"
                        >${badge('problem')}<span
                          class="small name"
                          title=${visible(member.problem.detail)}
                          >${visible(member.problem.detail)}</span
                        ></span
                      >`
                    : member.leads
                      ? badge('leader')
                      : badge('ok', 'Follower')
                }
              </td>
              <td class="right number">
                ${
                  member.lag === null
                    ? html`<span class="faint">unknown</span>`
                    : `${count(member.lag)} entries`
                }
              </td>
              <td class="right number wide">
                ${
                  member.heard_millis === null
                    ? html`<span class="faint">–</span>`
                    : member.node === data.node
                      ? 'this member'
                      : `${duration(member.heard_millis / 1000)} ago`
                }
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  #growth() {
    const {times, values} = growth();
    return html`<hf-plot
      label="Log entries per second"
      .times=${times}
      .format=${rate}
      .series=${[{name: 'Entries', kind: 'held', values, filled: true}]}
    ></hf-plot>`;
  }
}

customElements.define('hf-cluster', Cluster);
