// The filters above a table. Their values are parameters of the page's address.
import {html} from 'lit';
import {icon} from './ui.js';
import {route} from './route.js';

/** A form whose fields take effect while they change. */
export function filters(fields) {
  return html`<form
    class="filters"
    role="search"
    @submit=${(event) => event.preventDefault()}
  >
    ${fields}
  </form>`;
}

/** @param change is called with the parameter's name and its new value */
export function searchBox(parameter, label, change) {
  return html`<label class="search"
    >${icon('search')}<span class="visually-hidden">${label}</span>
    ${input(parameter, `${label} …`, change)}</label
  >`;
}

export function textField(parameter, label, change) {
  return html`<label
    ><span class="visually-hidden">${label}</span> ${input(parameter, label, change)}</label
  >`;
}

function input(parameter, hint, change) {
  return html`<input
    type="search"
    placeholder=${hint}
    autocomplete="off"
    spellcheck="false"
    .value=${route().params.get(parameter) ?? ''}
    @input=${(event) => change(parameter, event.target.value)}
  />`;
}

/**
 * @param options pairs of a value and its text
 * @param fallback the value that applies if the address has none
 */
export function choice(parameter, label, options, change, fallback = '') {
  const value = route().params.get(parameter) ?? fallback;
  const changed = ({target}) => change(parameter, target.value === fallback ? '' : target.value);
  return html`<label
    ><span class="visually-hidden">${label}</span>
    <select @change=${changed}>
      ${options.map(
        ([one, text]) => html`<option value=${one} ?selected=${one === value}>${text}</option>`,
      )}
    </select></label
  >`;
}
