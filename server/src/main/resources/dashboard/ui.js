// Small pieces that the pages share.
import {html, svg, nothing} from 'lit';
import {countdown, name} from './text.js';

const SHAPES = {
  overview: svg`<path d="M3 13h5v8H3zM10 3h5v18h-5zM17 9h5v12h-5z"/>`,
  resources: svg`<rect x="4" y="11" width="16" height="10" rx="2"/><path d="M8 11V7a4 4 0 0 1 8 0v4"/>`,
  sessions: svg`<circle cx="9" cy="8" r="4"/><path d="M2 21c0-4 3-6 7-6s7 2 7 6M17 4.500a4 4 0 0 1 0 7M22 21c0-3-1.500-4.800-4-5.600"/>`,
  pools: svg`<rect x="3" y="3" width="7" height="7" rx="1"/><rect x="14" y="3" width="7" height="7" rx="1"/><rect x="3" y="14" width="7" height="7" rx="1"/><rect x="14" y="14" width="7" height="7" rx="1"/>`,
  claims: svg`<rect x="3" y="4" width="5" height="16" rx="1"/><rect x="10" y="4" width="5" height="11" rx="1"/><rect x="17" y="4" width="5" height="7" rx="1"/>`,
  entities: svg`<circle cx="6" cy="5" r="2.500"/><circle cx="18" cy="12" r="2.500"/><circle cx="18" cy="20" r="2"/><path d="M6 7.500V20h10M6 12h9.500"/>`,
  work: svg`<path d="M9 6h12M9 12h12M9 18h12M3.500 6l1 1 2-2M3.500 12l1 1 2-2M3.500 18l1 1 2-2"/>`,
  cluster: svg`<circle cx="12" cy="5" r="3"/><circle cx="5" cy="18" r="3"/><circle cx="19" cy="18" r="3"/><path d="M10.500 7.600 6.500 15.400M13.500 7.600l4 7.800M8 18h8"/>`,
  events: svg`<path d="M3 12h4l3-8 4 16 3-8h4"/>`,
  audit: svg`<path d="M6 3h9l4 4v14H6zM9.500 9h5M9.500 13h6M9.500 17h4"/>`,
  held: svg`<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>`,
  waiting: svg`<circle cx="12" cy="12" r="8.500"/><path d="M12 7v5l3.500 2"/>`,
  released: svg`<path d="M5 12.500l4.500 4.500L19 7.500"/>`,
  expired: svg`<path d="M7 3h10M7 21h10M8 3v3.500L12 12l4-5.500V3M8 21v-3.500L12 12l4 5.500V21"/>`,
  broken: svg`<path d="M13 2 5 14h6l-1 8 9-13h-6.500z"/>`,
  cancelled: svg`<path d="M6 6l12 12M18 6 6 18"/>`,
  idle: svg`<circle cx="12" cy="12" r="7.500" stroke-dasharray="3 3"/>`,
  session: svg`<circle cx="12" cy="8" r="4"/><path d="M4.500 21c.5-4 3.500-6 7.500-6s7 2 7.500 6"/>`,
  leader: svg`<path d="M4 18h16M4.500 15 3 6l5.500 4L12 4l3.500 6L21 6l-1.500 9z"/>`,
  warning: svg`<path d="M12 4 2.500 20h19zM12 10v4.500M12 17.200v.1"/>`,
  search: svg`<circle cx="10.500" cy="10.500" r="6.500"/><path d="M15.500 15.500 21 21"/>`,
  menu: svg`<path d="M4 6h16M4 12h16M4 18h16"/>`,
  pause: svg`<path d="M8 5v14M16 5v14"/>`,
  play: svg`<path d="M7 4.500v15l12-7.500z"/>`,
  key: svg`<circle cx="8" cy="15" r="4.500"/><path d="M11.500 11.500 20 3M16 7l3 3"/>`,
  folder: svg`<path d="M3 6a1 1 0 0 1 1-1h5l2 2.500h9a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1z"/>`,
};

/** An icon beside a word that says the same, hence hidden from screen readers. */
export function icon(shape) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    ${SHAPES[shape] ?? nothing}
  </svg>`;
}

const STATES = {
  granted: ['held', 'Granted'],
  held: ['held', 'Held'],
  active: ['held', 'Active'],
  queued: ['waiting', 'Queued'],
  waiting: ['waiting', 'Waiting'],
  released: ['released', 'Released'],
  expired: ['expired', 'Expired'],
  broken: ['broken', 'Broken'],
  revoked: ['broken', 'Revoked'],
  cancelled: ['cancelled', 'Cancelled'],
  aborted: ['cancelled', 'Aborted'],
  withdrawn: ['cancelled', 'Withdrawn'],
  abandoned: ['cancelled', 'Abandoned'],
  deleted: ['cancelled', 'Deleted'],
  undelivered: ['cancelled', 'Undelivered'],
  session_opened: ['session', 'Session opened'],
  session_ended: ['session', 'Session ended'],
  settings_changed: ['session', 'Settings changed'],
  idle: ['idle', 'Idle'],
  leader: ['leader', 'Leader'],
  problem: ['warning', 'Problem'],
  ok: ['released', 'Healthy'],
};

/** A state as an icon and a word; the colour only repeats it. */
export function badge(state, word) {
  const [kind, text] = STATES[state] ?? ['idle', String(state)];
  return html`<span class="badge ${kind}">${icon(kind)}${word ?? text}</span>`;
}

export function stateName(state) {
  return (STATES[state] ?? ['idle', String(state)])[1];
}

export function stateKind(state) {
  return (STATES[state] ?? ['idle'])[0];
}

export function apiTag(api) {
  return html`<span class="tag">${api}</span>`;
}

export function resourceLink(api, key) {
  const to = `#/resource/${encodeURIComponent(api)}/${encodeURIComponent(key)}`;
  return html`<a class="key" href=${to}>${name(key)}</a>`;
}

export function empty(shape, title, text) {
  return html`<div class="empty">
    ${icon(shape)}<strong>${title}</strong>
    <p>${text}</p>
  </div>`;
}

/** Says what went wrong and what to do; a refusal names the role that is missing. */
export function problem(error, retry) {
  if (error.status === 403) {
    return html`<div class="empty">
      ${icon('key')}<strong>Not allowed with your role</strong>
      <p>${error.message}</p>
    </div>`;
  }
  const unreachable = error.status === 0;
  return html`<div class="empty" role="alert">
    ${icon('warning')}
    <strong>${unreachable ? 'The server cannot be reached' : 'This could not be loaded'}</strong>
    <p>${unreachable ? 'The page tries again by itself.' : error.message}</p>
    ${retry ? html`<button @click=${retry}>Try again</button>` : nothing}
  </div>`;
}

/** A line above data that is shown although the last attempt to load it failed. */
export function stale(loader) {
  return loader.error && loader.data
    ? html`<p class="notice" role="status">
        ${icon('warning')}
        ${loader.error.status === 0 ? 'The server cannot be reached' : loader.error.message}. Showing
        the state of ${countdown(loader.age)} ago.
      </p>`
    : nothing;
}

export function skeleton(rows) {
  return html`<div class="rows" aria-hidden="true">
    ${Array.from({length: rows}, () => html`<div class="skeleton row"></div>`)}
  </div>`;
}

/** The remaining time of a lease as a number and as a bar. */
export function remaining(leftSeconds, totalSeconds) {
  const left = Math.max(0, leftSeconds);
  const part = totalSeconds > 0 ? Math.min(1, left / totalSeconds) : 0;
  const urgent = left < 10 ? 'urgent' : '';
  return html`<span class="remaining ${urgent}"
    ><span class="number">${left > 0 ? countdown(left) : 'ending'}</span
    ><svg class="bar" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
      <rect width=${(part * 100).toFixed(1)} height="3" /></svg
  ></span>`;
}
