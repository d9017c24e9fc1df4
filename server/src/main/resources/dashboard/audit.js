// What principals did, as this member wrote it to its audit log.
import {LitElement, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {get} from './api.js';
import {Loader} from './load.js';
import {Still} from './still.js';
import {route, setParams} from './route.js';
import {badge, empty, icon, problem, skeleton, stale} from './ui.js';
import {clock, exact, name, visible} from './text.js';

const SHOWN = 100;
const EVERY_MILLIS = 3000;
const TYPING_MILLIS = 200;

class Audit extends LitElement {
  #still = new Still(this);
  #loader = new Loader(this, (signal) => get(this.#path(), {signal}), {
    everyMillis: EVERY_MILLIS,
  });
  #typing = 0;

  createRenderRoot() {
    return this;
  }

  #path() {
    const {params} = route();
    const query = new URLSearchParams({limit: SHOWN});
    for (const [parameter, field] of [
      ['principal', 'principal'],
      ['q', 'prefix'],
      ['verb', 'verb'],
    ]) {
      if (params.get(parameter)) {
        query.set(field, params.get(parameter));
      }
    }
    return `v1/admin/audit?${query}`;
  }

  #change(name, value) {
    setParams({[name]: value});
    this.#still.forget();
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#loader.again(), TYPING_MILLIS);
    this.requestUpdate();
  }

  render() {
    const {data, error} = this.#loader;
    const shown = this.#still.apply(data?.records ?? []);
    return html`<div class="head">
        <h1 tabindex="-1">Audit</h1>
        ${
          data && data.member !== 'memory'
            ? html`<span class="muted nowrap">of member ${visible(data.member)}</span>`
            : nothing
        }
      </div>
      ${stale(this.#loader)}
      <form class="filters" role="search" @submit=${(event) => event.preventDefault()}>
        <label class="search"
          >${icon('search')}<span class="visually-hidden">Resource begins with</span>
          ${this.#input('q', 'Resource begins with …')}</label
        >
        <label
          ><span class="visually-hidden">Principal</span>
          ${this.#input('principal', 'Principal')}</label
        >
        <label><span class="visually-hidden">Verb</span> ${this.#input('verb', 'Verb')}</label>
        ${this.#still.controls()}
      </form>
      ${this.#still.card(
        data
          ? shown.length > 0
            ? this.#table(shown)
            : this.#none()
          : error
            ? problem(error, () => this.#loader.again())
            : skeleton(8),
      )}
      ${
        data?.next
          ? html`<p class="muted small">
              The newest ${SHOWN} records. The file of the audit log has all of them.
            </p>`
          : nothing
      }`;
  }

  #input(parameter, hint) {
    return html`<input
      type="search"
      placeholder=${hint}
      autocomplete="off"
      spellcheck="false"
      .value=${route().params.get(parameter) ?? ''}
      @input=${(event) => this.#change(parameter, event.target.value)}
    />`;
  }

  #none() {
    return route().params.size > 0
      ? empty('search', 'No such record', 'None of the last records fits the filter.')
      : empty(
          'audit',
          'No records yet',
          'Admin actions and failed authentications appear here; with --audit-level all, every action.',
        );
  }

  #table(shown) {
    return html`<table class="table dense">
      <caption class="visually-hidden">
        Audit records, the newest first
      </caption>
      <thead>
        <tr>
          <th scope="col" class="when">Time</th>
          <th scope="col" class="who wide">Principal</th>
          <th scope="col">Action</th>
          <th scope="col" class="result">Outcome</th>
          <th scope="col" class="wide">Detail</th>
        </tr>
      </thead>
      <tbody>
        ${repeat(
          shown,
          (record) => record.id,
          (record) => this.#row(record),
        )}
      </tbody>
    </table>`;
  }

  #row(record) {
    const time = Date.parse(record.time);
    return html`<tr>
      <td class="when number">
        <time datetime=${record.time} title=${exact(time)}>${clock(time)}</time>
      </td>
      <td class="who wide">
        ${
          record.principal
            ? name(record.agent ? `${record.principal} (${record.agent})` : record.principal)
            : html`<span class="faint">no name</span>`
        }
      </td>
      <td class="main">
        <span class="with"
          ><span class="verb">${visible(record.verb).replaceAll('-', ' ')}</span>${
            record.resource ? html`<span class="key">${name(record.resource)}</span>` : nothing
          }${record.audit === 'admin' ? html`<span class="tag">admin</span>` : nothing}</span
        >
      </td>
      <td class="result">${this.#outcome(record.outcome)}</td>
      <td class="wide muted">${name(this.#detail(record))}</td>
    </tr>`;
  }

  #outcome(outcome) {
    const words = outcome.replaceAll('_', ' ');
    const word = words.charAt(0).toUpperCase() + words.slice(1);
    return outcome === 'refused' || outcome === 'failed' || outcome === 'dropped'
      ? badge('problem', word)
      : badge('ok', word);
  }

  #detail(record) {
    return [
      record.why,
      record.reason,
      record.fence === undefined ? null : `fence ${record.fence}`,
      record.address ? `from ${record.address}` : null,
      record.dialect,
    ]
      .filter(Boolean)
      .join(' · ');
  }
}

customElements.define('hf-audit', Audit);
