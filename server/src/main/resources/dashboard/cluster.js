// The members of the cluster: who leads, who is behind, how fast the log grows.
import {LitElement, html, nothing} from 'lit';
import {get, send} from './api.js';
import {growth, inMemory, remember} from './growth.js';
import {Loader, Ticker} from './load.js';
import {badge, empty, problem, skeleton, stale} from './ui.js';
import {count, duration, name, rate, shortNumber, visible} from './text.js';
import './plot.js';

const EVERY_MILLIS = 2000;
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
      return {...remember(status), ready: ready.status};
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
    return inMemory(data) ? this.#alone() : html`${this.#facts(data)} ${this.#group(data)}`;
  }

  #alone() {
    return html`${
        this.#memory.data
          ? html`<dl class="facts-row card">
              ${this.#capacity()}
            </dl>`
          : nothing
      }
      <div class="card">
        ${empty(
          'cluster',
          'One server, in memory',
          html`It has no log and no other members. Start it with <code>--data-dir</code> to keep the
            state, and with <code>--peers</code> for a cluster.`,
        )}
      </div>`;
  }

  #facts(data) {
    const fact = (term, value) =>
      html`<div>
        <dt>${term}</dt>
        <dd class="number">${value}</dd>
      </div>`;
    return html`<dl class="facts-row card">
      ${fact('Leader', data.leader ? name(data.leader) : html`<span class="late">none</span>`)}
      ${fact('This member', name(data.node))}
      ${
        // A single server has no terms.
        data.term === 0 ? nothing : fact('Term', count(data.term))
      }
      ${fact('Committed entry', count(data.commit_index))}
      ${fact('Applied here', count(data.applied_index))} ${fact('Format', count(data.format))}
      ${this.#capacity()}
    </dl>`;
  }

  #group(data) {
    return html`<section class="card flush" aria-labelledby="members">
        <h2 id="members">Members</h2>
        ${this.#members(data)}
      </section>
      <section class="card" aria-labelledby="growth">
        <h2 id="growth">Log entries per second</h2>
        ${this.#growth()}
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

  /** Only the leader hears from all members. */
  #members(data) {
    const hears = data.members.some(
      (member) => member.node !== data.node && member.heard_millis !== null,
    );
    return html`<table class="table members">
      <caption class="visually-hidden">
        Members
      </caption>
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col" class="state">State</th>
          <th scope="col" class="right behind">Entries behind</th>
          ${hears ? html`<th scope="col" class="right expiry wide">Last heard</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${data.members.map((member) => this.#member(data, member, hears))}
      </tbody>
    </table>`;
  }

  #member(data, member, hears) {
    const below = member.problem?.detail ?? member.address;
    return html`<tr>
      <td class="main">
        <span class="grow"
          ><span class="key">${name(member.node)}</span>${
            below
              ? html`<span
                  class=${member.problem ? 'late small name' : 'faint small name'}
                  title=${visible(below)}
                  >${visible(below)}</span
                >`
              : nothing
          }</span
        >
      </td>
      <td class="state">
        ${
          member.problem
            ? badge('problem')
            : member.leads
              ? badge('leader')
              : badge('ok', 'Follower')
        }
      </td>
      <td class="right number behind">
        ${member.lag === null ? html`<span class="faint">unknown</span>` : count(member.lag)}
      </td>
      ${
        hears
          ? html`<td class="right number expiry wide">${this.#heard(data, member)}</td>`
          : nothing
      }
    </tr>`;
  }

  #heard(data, member) {
    if (member.node === data.node) {
      return 'this member';
    }
    return member.heard_millis === null
      ? html`<span class="faint">unknown</span>`
      : member.heard_millis < 1000
        ? 'just now'
        : `${duration(member.heard_millis / 1000)} ago`;
  }

  #growth() {
    const {times, values} = growth();
    return html`<hf-plot
      label="Log entries per second"
      .times=${times}
      .format=${rate}
      .axis=${shortNumber}
      .series=${[{name: 'Entries', kind: 'held', values, filled: true}]}
    ></hf-plot>`;
  }
}

customElements.define('hf-cluster', Cluster);
