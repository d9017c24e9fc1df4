// One resource: its holders, its queue, and its past as a picture.
import {LitElement, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {get, remove, resourcePath} from './api.js';
import {live} from './live.js';
import {Loader, Ticker} from './load.js';
import {roleOf} from './session.js';
import {spans} from './spans.js';
import {slots} from './slots.js';
import {apiTag, badge, empty, problem, remaining, skeleton, stale} from './ui.js';
import {ago, count, countdown, duration, lasting, name, owner, shortDuration, visible} from './text.js';
import './timeline.js';
import './reason.js';

const PAST = 20;
const ROWS = 25;

class ResourcePage extends LitElement {
  static properties = {api: {}, key: {}};

  #refused = null;
  #all = false;
  #loader = new Loader(this, (signal) => this.#load(signal), {
    everyMillis: 5000,
    when: (event) => event.key === this.key && event.api === this.api,
    soonMillis: 120,
  });
  #ticker = new Ticker(this, {events: true});
  /** The longest remaining time seen of each grant: what its bar is measured by. */
  #totals = new Map();

  createRenderRoot() {
    return this;
  }

  willUpdate(changed) {
    if (changed.has('key') || changed.has('api')) {
      this.#totals.clear();
      this.#all = false;
      if (this.hasUpdated) {
        this.#loader.restart();
      }
    }
  }

  /** The server does not know a resource that is neither held nor waited for: it is idle. */
  async #load(signal) {
    try {
      return await get(resourcePath(this.api, this.key), {signal});
    } catch (error) {
      if (error.status === 404) {
        return {
          api: this.api,
          key: this.key,
          limit: 0,
          held: 0,
          waiting: 0,
          holders: [],
          queue: [],
        };
      }
      throw error;
    }
  }

  render() {
    const {data, error} = this.#loader;
    return html`<div class="head">
        <a class="small back" href="#/resources">Resources</a>
        <h1 class="wraps" tabindex="-1"><bdi>${visible(this.key).slice(0, 600)}</bdi></h1>
        ${apiTag(this.api)} ${data ? this.#state(data) : nothing}
      </div>
      ${stale(this.#loader)}
      ${
        data
          ? this.#body(data)
          : error
            ? html`<div class="card">${problem(error, () => this.#loader.again())}</div>`
            : html`<div class="card">${skeleton(6)}</div>`
      }
      <hf-reason @closed=${() => this.#loader.soon()}></hf-reason>`;
  }

  #state(data) {
    return html`${
      data.held > 0
        ? badge('held', data.limit > 1 ? `${count(data.held)} of ${count(data.limit)} held` : 'Held')
        : badge('idle')
    }
    ${data.waiting > 0 ? badge('waiting', `${count(data.waiting)} waiting`) : nothing}`;
  }

  #body(data) {
    const past = spans(data, live.of(this.api, this.key));
    return html`<div class="tiles two">
        <section class="card flush" aria-labelledby="holders">
          <h2 id="holders">Holders</h2>
          ${
            data.holders.length === 0
              ? empty('idle', 'It is free', 'The next request is granted at once.')
              : this.#holders(data)
          }
        </section>
        <section class="card flush" aria-labelledby="queue">
          <h2 id="queue">Queue</h2>
          ${
            data.queue.length === 0
              ? empty(
                  'released',
                  'The queue is empty',
                  'Clients that wait appear here in the order in which they are served.',
                )
              : this.#queue(data)
          }
        </section>
      </div>
      ${
        data.limit > 1
          ? html`<section class="card" aria-labelledby="slots">
              <h2 id="slots">Slots</h2>
              ${slots(data, 400)}
            </section>`
          : nothing
      }
      <section class="card" aria-labelledby="timeline">
        <h2 id="timeline">Timeline</h2>
        ${
          past.length === 0
            ? empty(
                'events',
                'Nothing happened yet',
                'Grants and waits are drawn here as they happen.',
              )
            : html`<hf-timeline .spans=${past}></hf-timeline>`
        }
      </section>
      ${this.#past(past.filter((span) => span.ended !== null))}`;
  }

  #holders(data) {
    const breakable = roleOf('lock-breaker') && !this.#refused;
    return html`<table class="table">
        <caption class="visually-hidden">
          Holders of the resource
        </caption>
        <thead>
          <tr>
            <th scope="col">Owner</th>
            <th scope="col" class="right wait wide">Held for</th>
            <th scope="col" class="right expiry">Expires in</th>
            ${
              breakable
                ? html`<th scope="col" class="action">
                    <span class="visually-hidden">Actions</span>
                  </th>`
                : nothing
            }
          </tr>
        </thead>
        <tbody>
          ${repeat(
            this.#rows(data.holders),
            (holder) => holder.fence,
            (holder) => this.#holder(data, holder, breakable),
          )}
        </tbody>
      </table>
      ${this.#more(data.holders, data.held)}
      ${
        breakable
          ? nothing
          : html`<p class="tablefoot muted small">
              ${this.#refused?.message ?? 'Breaking a grant needs the role lock-breaker.'}
            </p>`
      }`;
  }

  #rows(all) {
    return this.#all ? all : all.slice(0, ROWS);
  }

  /** @param total how many there are; the server sends at most the first 1,000 */
  #more(all, total) {
    const shown = this.#rows(all).length;
    return total === shown
      ? nothing
      : html`<p class="tablefoot muted">
          The first ${count(shown)} of ${count(total)}
          ${
            shown < all.length
              ? html`<button class="small" @click=${this.#showAll}>Show more</button>`
              : nothing
          }
        </p>`;
  }

  #showAll() {
    this.#all = true;
    this.requestUpdate();
  }

  #holder(data, holder, breakable) {
    const left = holder.expires_in_s - this.#loader.age;
    const total = Math.max(this.#totals.get(holder.fence) ?? 0, holder.expires_in_s);
    this.#totals.set(holder.fence, total);
    return html`<tr>
      <td class="main">
        <span class="grow"
          >${owner(holder.owner)}<span class="faint small number name" title="fence ${holder.fence}"
            >fence ${holder.fence}</span
          ></span
        >
      </td>
      <td class="right number wide">${lasting(holder.since)}</td>
      <td class="right">${remaining(left, total)}</td>
      ${
        breakable
          ? html`<td class="right">
              <button
                class="small danger"
                @click=${() => this.#ask(holder)}
                aria-label="Break the grant of ${visible(holder.owner ?? 'this holder')}"
              >
                Break
              </button>
            </td>`
          : nothing
      }
    </tr>`;
  }

  #ask(holder) {
    const next = this.#loader.data.queue[0];
    this.querySelector('hf-reason').open({
      title: 'Break this grant?',
      action: 'Break',
      facts: [
        ['Resource', name(this.key)],
        ['Holder', owner(holder.owner)],
        ['Fence', html`<span class="number">${holder.fence}</span>`],
      ],
      text: html`The holder learns of it at its next call and may still be working.
      ${next ? html`The slot goes to ${owner(next.owner)} at once.` : 'The slot becomes free at once.'}`,
      example: 'The job hangs',
      run: (reason) => this.#break(holder.fence, reason),
    });
  }

  async #break(fence, reason) {
    const path = `${resourcePath(this.api, this.key)}/holders/${fence}`;
    try {
      await remove(`${path}?reason=${encodeURIComponent(reason)}`);
    } catch (error) {
      if (error.code === 'not_held') {
        return 'The holder had released it already. Nothing was broken.';
      }
      if (error.status === 403) {
        this.#refused = error;
        this.requestUpdate();
      }
      throw error;
    }
    return 'The grant is broken.';
  }

  #queue(data) {
    const estimated = data.queue.some((waiter) => waiter.estimate_s);
    return html`<table class="table queue">
        <caption class="visually-hidden">
          Clients that wait, in order
        </caption>
        <thead>
          <tr>
            <th scope="col" class="position">#</th>
            <th scope="col">Owner</th>
            <th scope="col" class="right wait">Waiting for</th>
            <th scope="col" class="right due">${estimated ? 'Expected in' : 'Gives up in'}</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            this.#rows(data.queue),
            (waiter) => waiter.id,
            (waiter) =>
              html`<tr>
                <td class="position number">${waiter.position}</td>
                <td class="main">${owner(waiter.owner)}</td>
                <td class="right number">${lasting(waiter.since)}</td>
                <td class="right number">
                  ${estimated ? this.#estimate(waiter) : this.#givesUp(waiter)}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${this.#more(data.queue, data.waiting)}`;
  }

  #givesUp(waiter) {
    return waiter.gives_up_in_s === undefined
      ? html`<span class="faint">never</span>`
      : countdown(Math.max(0, waiter.gives_up_in_s - this.#loader.age));
  }

  #estimate(waiter) {
    const estimate = waiter.estimate_s;
    if (!estimate) {
      return html`<span class="faint">unknown</span>`;
    }
    const left = (seconds) => Math.max(0, seconds - this.#loader.age);
    const range = `between ${duration(left(estimate.low))} and ${duration(left(estimate.high))}`;
    const typical = Math.ceil(left(estimate.typical));
    return html`<span title=${range}
      >${typical > 0 ? `about ${shortDuration(typical)}` : 'any moment'}</span
    >`;
  }

  #past(ended) {
    const shown = ended.sort((a, b) => b.ended - a.ended).slice(0, PAST);
    return shown.length === 0
      ? nothing
      : html`<section class="card flush" aria-labelledby="past">
          <h2 id="past">Past grants</h2>
          <table class="table">
            <caption class="visually-hidden">
              Grants and waits that ended, the newest first
            </caption>
            <thead>
              <tr>
                <th scope="col">Owner</th>
                <th scope="col" class="end">End</th>
                <th scope="col" class="right past wide">Waited</th>
                <th scope="col" class="right past">Held</th>
                <th scope="col" class="right expiry wide">Ended</th>
              </tr>
            </thead>
            <tbody>
              ${repeat(
                shown,
                (span) => span.id,
                (span) =>
                  html`<tr>
                    <td class="main">${owner(span.owner)}</td>
                    <td>
                      <span class="with"
                        >${badge(span.end)}${
                          span.reason && span.reason !== span.end
                            ? html`<span class="muted small name wide" title=${visible(span.reason)}
                                >${span.by ? `${visible(span.by)}: ` : ''}${visible(span.reason)}</span
                              >`
                            : nothing
                        }</span
                      >
                    </td>
                    <td class="right number wide">
                      ${duration(((span.since ?? span.ended) - span.queued) / 1000)}
                    </td>
                    <td class="right number">
                      ${
                        span.since === null
                          ? html`<span class="faint">–</span>`
                          : duration((span.ended - span.since) / 1000)
                      }
                    </td>
                    <td class="right number wide">${ago(span.ended)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </section>`;
  }
}

customElements.define('hf-resource', ResourcePage);
