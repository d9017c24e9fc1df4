// What principals did, as this member wrote it to its audit log.
import {LitElement, html, nothing} from 'lit';
import {get} from './api.js';
import {filters, searchBox, textField} from './filters.js';
import {Loader} from './load.js';
import {Still} from './still.js';
import {route, setParams} from './route.js';
import {badge, empty, problem, skeleton, stale} from './ui.js';
import {moment, name, visible} from './text.js';

const SHOWN = 100;
const EVERY_MILLIS = 3000;
const TYPING_MILLIS = 200;

/** Returns a code of the log as words. */
function words(code) {
  return visible(code).replaceAll(/[-_]/g, ' ');
}

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

  #change = (name, value) => {
    setParams({[name]: value});
    this.#still.forget();
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#loader.again(), TYPING_MILLIS);
    this.requestUpdate();
  };

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
      ${filters(
        html`${searchBox('q', 'Resource begins with', this.#change)}
        ${textField('principal', 'Principal', this.#change)}
        ${textField('verb', 'Verb', this.#change)} ${this.#still.controls()}`,
      )}
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
    const columns = [
      ['Time', 'when'],
      ['Principal', 'who wide'],
      ['Action', ''],
      ['Outcome', 'result wide'],
      ['Detail', 'detail wide'],
    ];
    return this.#still.table('audit', 'Audit records, the newest first', columns, shown, (record) =>
      this.#row(record),
    );
  }

  #row(record) {
    const who = record.principal
      ? name(record.agent ? `${record.principal} (${record.agent})` : record.principal)
      : html`<span class="faint">no name</span>`;
    return html`<td class="when number">${moment(Date.parse(record.time))}</td>
      <td class="who wide">${who}</td>
      <td class="main">
        <span class="with"
          ><span class="verb">${words(record.verb)}</span>${
            record.resource ? html`<span class="key">${name(record.resource)}</span>` : nothing
          }${record.audit === 'admin' ? html`<span class="tag">admin</span>` : nothing}</span
        >
        <span class="narrow small">${this.#outcome(record.outcome)} ${who}</span>
      </td>
      <td class="result wide">${this.#outcome(record.outcome)}</td>
      <td class="detail wide muted">${name(this.#detail(record))}</td>`;
  }

  #outcome(outcome) {
    const text = words(outcome);
    const word = text.charAt(0).toUpperCase() + text.slice(1);
    return outcome === 'refused' || outcome === 'failed' || outcome === 'dropped'
      ? badge('problem', word)
      : badge('ok', word);
  }

  #detail(record) {
    return [
      record.why,
      record.reason ? words(record.reason) : null,
      record.address ? `from ${record.address}` : null,
      record.fence === undefined ? null : `fence ${record.fence}`,
    ]
      .filter(Boolean)
      .join(' · ');
  }
}

customElements.define('hf-audit', Audit);
