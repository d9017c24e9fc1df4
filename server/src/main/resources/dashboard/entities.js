// Areas, components and apps as a tree, with their locks and what each lock protects.
import {LitElement, html, nothing} from 'lit';
import {get} from './api.js';
import {Loader, Ticker} from './load.js';
import {badge, empty, icon, problem, remaining, skeleton, stale} from './ui.js';
import {count, name} from './text.js';

class Entities extends LitElement {
  #loader = new Loader(this, (signal) => this.#load(signal), {
    everyMillis: 5000,
    when: (event) => event.api === 'entities',
  });
  #ticker = new Ticker(this);

  createRenderRoot() {
    return this;
  }

  async #load(signal) {
    const list = async (type) => (await get(`api/v1/${type}`, {signal})).items;
    const [areas, components, apps, functions, locked] = await Promise.all([
      list('areas'),
      list('components'),
      list('apps'),
      list('functions'),
      get('v1/resources?api=entities&state=held&limit=200', {signal}),
    ]);
    const locks = new Map();
    await Promise.all(
      locked.resources.map(async (row) => {
        const [type, ...id] = row.key.split('/');
        const path = `api/v1/${encodeURIComponent(type)}/${encodeURIComponent(id.join('/'))}/locks`;
        // The lock may end between the two calls.
        const found = await get(path, {signal}).then((answer) => answer.items[0], () => undefined);
        if (found) {
          locks.set(row.key, {...found, left: row.holder?.expires_in_s ?? 0});
        }
      }),
    );
    return {areas, components, apps, functions, locks};
  }

  render() {
    const {data, error} = this.#loader;
    return html`<div class="head"><h1 tabindex="-1">Entities</h1>${
      data ? html`<span class="muted">${count(data.locks.size)} ${data.locks.size === 1 ? 'lock' : 'locks'}</span>` : nothing
    }</div>
      ${stale(this.#loader)}
      <div class="card">${
        data
          ? this.#tree(data)
          : error
            ? error.status === 501
              ? empty('entities', 'Entity locks are switched off', 'The locking file of this server disables them.')
              : problem(error, () => this.#loader.again())
            : skeleton(8)
      }</div>`;
  }

  #tree(data) {
    if (data.areas.length + data.components.length + data.apps.length + data.functions.length === 0) {
      return empty('entities', 'No entities', 'Give the server a manifest with --entities-manifest, or register entities.');
    }
    const known = new Set(data.areas.map((area) => area.id));
    const roots = data.areas.filter((area) => !known.has(area.area));
    const loose = data.components.filter((component) => !known.has(component.area));
    const placed = new Set(data.components.map((component) => component.id));
    const stray = data.apps.filter((app) => !placed.has(app.is_located_on));
    return html`<ul class="tree">
      ${roots.map((area) => this.#area(data, area))} ${loose.map((component) => this.#component(data, component))}
      ${stray.map((app) => this.#entity(data, 'apps', app, 'app'))}
      ${data.functions.map((one) => this.#plain(one, 'function'))}
    </ul>`;
  }

  #area(data, area) {
    return html`<li>
      <div class="entity">${icon('folder')}<span class="label">${name(area.name ?? area.id)}</span><span class="tag">area</span></div>
      <ul>
        ${data.areas.filter((one) => one.area === area.id).map((one) => this.#area(data, one))}
        ${data.components.filter((one) => one.area === area.id).map((one) => this.#component(data, one))}
      </ul>
    </li>`;
  }

  #component(data, component) {
    const apps = data.apps.filter((app) => app.is_located_on === component.id);
    return this.#entity(
      data,
      'components',
      component,
      'component',
      apps.length > 0 ? html`<ul>${apps.map((app) => this.#entity(data, 'apps', app, 'app'))}</ul>` : nothing,
    );
  }

  #entity(data, type, entity, word, below = nothing) {
    const key = `${type}/${entity.id}`;
    const lock = data.locks.get(key);
    const required = entity['x-sovd-lock-required'] ?? [];
    return html`<li>
      <div class="entity">
        ${icon(lock ? 'held' : 'idle')}
        <a class="key label" href="#/resource/entities/${encodeURIComponent(key)}">${name(entity.name ?? entity.id)}</a>
        <span class="tag">${word}</span>
        ${
          lock
            ? html`${badge('held', 'Locked')}<span class="scopes">${
                lock.scopes ? lock.scopes.map((scope) => html`<span class="tag">${scope}</span>`) : html`<span class="tag">everything</span>`
              }</span><span class="push">${remaining(lock.left - this.#loader.age, 300)}</span>`
            : required.length > 0
              ? html`<span class="faint small needs" title=${required.join(', ')}>needs a lock for ${required.join(', ')}</span>`
              : nothing
        }
      </div>
      ${below}
    </li>`;
  }

  #plain(entity, word) {
    const hosts = entity.details?.hosted_by ?? [];
    return html`<li><div class="entity">${icon('events')}<span class="label">${name(entity.name ?? entity.id)}</span>
      <span class="tag">${word}</span>${hosts.length > 0 ? html`<span class="faint small needs">hosted by ${hosts.join(', ')}</span>` : nothing}</div></li>`;
  }
}

customElements.define('hf-entities', Entities);
