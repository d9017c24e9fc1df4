// Sessions of the locks API: who is connected, what each holds and waits for.
import {LitElement, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {get, remove} from './api.js';
import {Loader, Ticker} from './load.js';
import {badge, empty, problem, remaining, resourceLink, skeleton, stale} from './ui.js';
import {ago, count, owner, visible} from './text.js';
import {roleOf} from './session.js';
import './reason.js';

const SHOWN = 3;

/** A session without an owner of its own is known by what it holds or waits for. */
function ownerOf(one) {
  return one.owner ?? [...(one.holds ?? []), ...(one.waits ?? [])].find((row) => row.owner)?.owner;
}

class Sessions extends LitElement {
  #loader = new Loader(this, (signal) => this.#load(signal), {
    everyMillis: 4000,
    when: (event) => event.kind.startsWith('session_') || event.kind === 'granted',
  });
  #ticker = new Ticker(this);

  createRenderRoot() {
    return this;
  }

  /** Servers without this call answer 404; that is a state of its own and not an error. */
  async #load(signal) {
    if (this.#loader.data?.missing) {
      return this.#loader.data;
    }
    try {
      return await get('v1/admin/sessions?limit=200', {signal});
    } catch (error) {
      if (error.status === 404) {
        return {missing: true, sessions: []};
      }
      throw error;
    }
  }

  render() {
    const {data, error} = this.#loader;
    return html`<div class="head">
        <h1 tabindex="-1">Sessions</h1>
        ${
          data && !data.missing
            ? html`<span class="muted">${count(data.sessions.length)}${data.next ? '+' : ''}</span>`
            : nothing
        }
      </div>
      ${stale(this.#loader)}
      <div class="card flush">
        ${
          data ? this.#body(data) : error ? problem(error, () => this.#loader.again()) : skeleton(8)
        }
      </div>
      <hf-reason @closed=${() => this.#loader.soon()}></hf-reason>`;
  }

  #body(data) {
    if (data.missing) {
      return empty(
        'sessions',
        'This server does not list sessions',
        'A newer version shows here who is connected and what each client holds.',
      );
    }
    if (data.sessions.length === 0) {
      return empty(
        'sessions',
        'No sessions',
        'Clients of the locks API appear here while they are connected.',
      );
    }
    const mayEnd = roleOf('admin');
    return html`<table class="table sessions">
      <caption class="visually-hidden">
        Sessions
      </caption>
      <thead>
        <tr>
          <th scope="col" class="client">Owner</th>
          <th scope="col" class="holds">Holds</th>
          <th scope="col" class="wide">Waits for</th>
          <th scope="col" class="expiry wide">Last seen</th>
          <th scope="col" class="right expiry wide">Expires in</th>
          ${
            mayEnd
              ? html`<th scope="col" class="action">
                  <span class="visually-hidden">Actions</span>
                </th>`
              : nothing
          }
        </tr>
      </thead>
      <tbody>
        ${repeat(
          data.sessions,
          (one) => one.session,
          (one) => this.#row(one, mayEnd),
        )}
      </tbody>
    </table>`;
  }

  #row(one, mayEnd) {
    const left = one.expires_in_s === undefined ? null : one.expires_in_s - this.#loader.age;
    return html`<tr>
      <td class="main">
        <span class="grow"
          >${owner(ownerOf(one))}<span class="faint small name"
            >${[
              `session ${one.session}`,
              one.transport,
              one.address ? visible(one.address) : null,
              one.member ? visible(one.member) : null,
            ]
              .filter(Boolean)
              .join(' · ')}</span
          ></span
        >
      </td>
      <td>${this.#resources(one.holds ?? [], one.holds_more, 'held')}</td>
      <td class="wide">${this.#resources(one.waits ?? [], one.waits_more, 'waiting')}</td>
      <td class="wide number">${ago(one.last_seen)}</td>
      <td class="right wide">
        ${left === null ? html`<span class="faint">–</span>` : remaining(left, 40)}
      </td>
      ${
        mayEnd
          ? html`<td class="right action">
              <button
                class="small danger"
                @click=${() => this.#ask(one)}
                aria-label="End session ${one.session}"
              >
                End
              </button>
            </td>`
          : nothing
      }
    </tr>`;
  }

  /** @param more whether the session has others that the server left out */
  #resources(all, more, state) {
    if (all.length === 0) {
      return html`<span class="faint">–</span>`;
    }
    return html`<span class="with"
      >${badge(state, `${count(all.length)}${more ? '+' : ''}`)}
      <span class="names"
        >${all.slice(0, SHOWN).map((one) => resourceLink(one.api, one.key))}</span
      ></span
    >`;
  }

  #ask(one) {
    this.querySelector('hf-reason').open({
      title: 'End this session?',
      action: 'End session',
      facts: [
        ['Owner', owner(ownerOf(one))],
        ['Session', html`<span class="number">${one.session}</span>`],
        ['Holds', `${count(one.holds?.length ?? 0)}${one.holds_more ? '+' : ''}`],
      ],
      text:
        'Its grants go to the next waiters at once, and its waits end. ' +
        'The client learns of it at its next call.',
      example: 'The client is gone',
      run: async (reason) => {
        const number = encodeURIComponent(one.session);
        await remove(`v1/admin/sessions/${number}?reason=${encodeURIComponent(reason)}`);
        return 'The session is ended.';
      },
    });
  }
}

customElements.define('hf-sessions', Sessions);
