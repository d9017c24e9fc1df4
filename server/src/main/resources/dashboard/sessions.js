// Sessions of the locks API: who is connected, what each holds and waits for.
import {LitElement, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {get, remove} from './api.js';
import {Loader, Ticker} from './load.js';
import {badge, empty, icon, problem, remaining, resourceLink, skeleton, stale} from './ui.js';
import {ago, count, owner, visible} from './text.js';
import {roleOf} from './session.js';
import {toast} from './toast.js';

const SHOWN = 3;

class Sessions extends LitElement {
  static properties = {ending: {state: true}, busy: {state: true}, problem: {state: true}};

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
      ${this.#dialog()}`;
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
          <th scope="col">Holds</th>
          <th scope="col" class="wide">Waits for</th>
          <th scope="col" class="expiry wide">Last seen</th>
          <th scope="col" class="right expiry">Expires in</th>
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
          >${owner(one.owner)}<span class="faint small"
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
      <td class="right">
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
    this.ending = one;
    this.problem = null;
    this.busy = false;
    this.updateComplete.then(() => this.querySelector('dialog').showModal());
  }

  #dialog() {
    const one = this.ending;
    return html`<dialog aria-labelledby="end-title">
      ${
        one
          ? html`<form @submit=${this.#submit}>
              <h2 id="end-title">End this session?</h2>
              <dl class="facts">
                <dt>Owner</dt>
                <dd>${owner(one.owner)}</dd>
                <dt>Session</dt>
                <dd class="number">${one.session}</dd>
                <dt>Holds</dt>
                <dd>${count(one.holds?.length ?? 0)}${one.holds_more ? '+' : ''}</dd>
              </dl>
              <p class="muted">
                Its grants go to the next waiters at once, and its waits end. The client learns of
                it at its next call.
              </p>
              <label for="end-reason">Reason, for the audit log</label>
              <input
                id="end-reason"
                required
                maxlength="256"
                autocomplete="off"
                placeholder="The client is gone"
              />
              ${
                this.problem
                  ? html`<p class="error" role="alert">${icon('warning')} ${this.problem}</p>`
                  : nothing
              }
              <div class="actions">
                <button type="button" @click=${this.#cancel}>Keep it</button>
                <button class="danger primary" ?disabled=${this.busy}>End session</button>
              </div>
            </form>`
          : nothing
      }
    </dialog>`;
  }

  #cancel() {
    this.querySelector('dialog').close();
    this.ending = null;
  }

  async #submit(event) {
    event.preventDefault();
    this.busy = true;
    const reason = this.querySelector('#end-reason').value.trim();
    try {
      await remove(
        `v1/admin/sessions/${encodeURIComponent(this.ending.session)}?reason=${encodeURIComponent(reason)}`,
      );
      toast('The session is ended.');
      this.#cancel();
      this.#loader.again();
    } catch (error) {
      this.problem = error.message;
    }
    this.busy = false;
  }
}

customElements.define('hf-sessions', Sessions);
