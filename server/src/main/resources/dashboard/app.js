// The frame of all pages: navigation, connection, sign-in.
import {LitElement, html, nothing} from 'lit';
import {get, forgetToken, signals, token} from './api.js';
import {live} from './live.js';
import {icon} from './ui.js';
import {name} from './text.js';
import {route, onRoute} from './route.js';
import {roleOf, session} from './session.js';
import './signin.js';
import './overview.js';
import './resources.js';
import './resource.js';
import './sessions.js';
import './pools.js';
import './claims.js';
import './entities.js';
import './work.js';
import './cluster.js';
import './events.js';
import './audit.js';

const PAGES = [
  {id: 'overview', title: 'Overview', view: () => html`<hf-overview></hf-overview>`},
  {id: 'resources', title: 'Resources', also: 'resource', view: resources},
  {id: 'sessions', title: 'Sessions', role: 'admin', view: () => html`<hf-sessions></hf-sessions>`},
  {id: 'pools', title: 'Pools', view: () => html`<hf-pools></hf-pools>`},
  {id: 'claims', title: 'Claims', view: () => html`<hf-claims></hf-claims>`},
  {id: 'entities', title: 'Entities', view: () => html`<hf-entities></hf-entities>`},
  {id: 'work', title: 'Work queue', view: () => html`<hf-work></hf-work>`},
  {id: 'cluster', title: 'Cluster', role: 'operator', view: () => html`<hf-cluster></hf-cluster>`},
  {id: 'events', title: 'Events', view: () => html`<hf-events></hf-events>`},
  {id: 'audit', title: 'Audit', role: 'admin', view: () => html`<hf-audit></hf-audit>`},
];

const STATES = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  refused: 'No live events',
};

/** The list of resources, or one of them. */
function resources() {
  const {page, parts} = route();
  return page === 'resource' && parts.length >= 2
    ? html`<hf-resource .api=${parts[0]} .key=${parts.slice(1).join('/')}></hf-resource>`
    : html`<hf-resources></hf-resources>`;
}

class App extends LitElement {
  #menu = false;
  /** starting, open or closed */
  #access = 'starting';
  #refusal = null;

  createRenderRoot() {
    this.replaceChildren();
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    live.addEventListener('state', () => this.#connected());
    signals.addEventListener('unauthorized', (event) => this.#close(event.detail));
    onRoute(() => {
      this.#menu = false;
      this.requestUpdate();
      // The heading of the new page is drawn by then; focus tells a screen reader where one is.
      requestAnimationFrame(() => {
        scrollTo(0, 0);
        this.querySelector('h1')?.focus({preventScroll: true});
      });
    });
    this.#open();
  }

  /** The server may have been unreachable when the page was opened. */
  #connected() {
    this.requestUpdate();
    if (live.state === 'live' && !session.who) {
      this.#learn().then(
        () => this.requestUpdate(),
        () => {},
      );
    }
  }

  async #learn() {
    try {
      session.know(await get('v1/whoami'));
    } catch (error) {
      if (error.status === 401) {
        throw error;
      }
      session.know(null);
    }
  }

  async #open() {
    try {
      await this.#learn();
    } catch {
      return;
    }
    this.#access = 'open';
    this.#refusal = null;
    live.start();
    this.requestUpdate();
  }

  #close(error) {
    // Only the first of several refused calls closes the page.
    if (this.#access !== 'closed') {
      const known = token() !== null;
      forgetToken();
      live.stop();
      this.#access = 'closed';
      this.#refusal = known ? error : null;
      this.requestUpdate();
    }
  }

  #signOut() {
    forgetToken();
    live.stop();
    session.know(null);
    this.#access = 'starting';
    this.#open();
  }

  updated() {
    const page = this.#page();
    document.title = this.#access === 'closed' ? 'Sign in – Holdfast' : `${page.title} – Holdfast`;
  }

  #page() {
    const id = route().page;
    return PAGES.find((page) => page.id === id || page.also === id) ?? PAGES[0];
  }

  render() {
    if (this.#access === 'closed') {
      return html`<hf-signin
        .refusal=${this.#refusal}
        @signed-in=${() => this.#open()}
      ></hf-signin>`;
    }
    return html` <a class="skip" href="#content" @click=${this.#skip}>Skip to content</a>
      <div class="shell">
        ${this.#side()}
        <main class="content" id="content" tabindex="-1">
          ${this.#access === 'open' ? this.#page().view() : this.#starting()}
        </main>
      </div>`;
  }

  #skip(event) {
    event.preventDefault();
    document.getElementById('content').focus();
  }

  #starting() {
    return html`<div class="head"><h1>${this.#page().title}</h1></div>
      <div class="tiles" aria-hidden="true">
        <div class="card skeleton tall"></div>
        <div class="card skeleton tall"></div>
        <div class="card skeleton tall"></div>
      </div>`;
  }

  #side() {
    const current = this.#page();
    return html`<header class="side ${this.#menu ? 'open' : ''}">
      <a class="brand" href="#/"
        ><img src="ui/app/icon.svg" alt="" width="24" height="24" />Holdfast</a
      >
      <span class="live ${live.state}" role="status">${STATES[live.state]}</span>
      <button class="menu" aria-expanded=${this.#menu} aria-controls="pages" @click=${this.#toggle}>
        ${icon('menu')} Menu
      </button>
      <nav id="pages" aria-label="Pages">
        <ul>
          ${PAGES.filter((page) => !page.role || roleOf(page.role)).map(
            (page) =>
              html`<li>
                <a
                  href="#/${page.id === 'overview' ? '' : page.id}"
                  aria-current=${page === current ? 'page' : nothing}
                  >${icon(page.id)}${page.title}</a
                >
              </li>`,
          )}
        </ul>
      </nav>
      ${this.#account()}
    </header>`;
  }

  #toggle() {
    this.#menu = !this.#menu;
    this.requestUpdate();
  }

  #account() {
    const who = session.who;
    if (!who) {
      return nothing;
    }
    return html`<div class="account">
      <div class="who">
        ${who.authenticated ? name(who.name) : html`<span>No authentication</span>`}
        <span class="muted small"
          >role ${who.role}${who.tenant === 'default' ? '' : `, tenant ${who.tenant}`}</span
        >
      </div>
      ${token() ? html`<button class="small" @click=${this.#signOut}>Sign out</button>` : nothing}
    </div>`;
  }
}

customElements.define('hf-app', App);
