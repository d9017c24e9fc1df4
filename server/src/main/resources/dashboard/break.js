// Asks for confirmation and a reason before it ends a grant.
import {LitElement, html, nothing} from 'lit';
import {remove, resourcePath} from './api.js';
import {icon} from './ui.js';
import {name, owner} from './text.js';
import {toast} from './toast.js';

class Break extends LitElement {
  static properties = {target: {state: true}, busy: {state: true}, problem: {state: true}};

  createRenderRoot() {
    return this;
  }

  /** @param next the waiter that is granted the slot, or null */
  open(api, key, holder, next) {
    this.target = {api, key, holder, next};
    this.problem = null;
    this.busy = false;
    this.updateComplete.then(() => {
      this.querySelector('input').value = '';
      this.querySelector('dialog').showModal();
    });
  }

  render() {
    const target = this.target;
    return html`<dialog aria-labelledby="break-title" @close=${() => this.dispatchEvent(new Event('closed'))}>
      ${
        target
          ? html`<form @submit=${this.#submit}>
              <h2 id="break-title">Break this grant?</h2>
              <dl class="facts">
                <dt>Resource</dt><dd>${name(target.key)}</dd>
                <dt>Holder</dt><dd>${owner(target.holder.owner)}</dd>
                <dt>Fence</dt><dd class="number">${target.holder.fence}</dd>
              </dl>
              <p class="muted">The holder learns of it at its next call and may still be working.
                ${target.next ? html`The slot goes to ${owner(target.next.owner)} at once.` : 'The slot becomes free at once.'}</p>
              <label for="reason">Reason, for the audit log</label>
              <input id="reason" required maxlength="256" autocomplete="off" placeholder="The job hangs" />
              ${this.problem ? html`<p class="error" role="alert">${icon('warning')} ${this.problem}</p>` : nothing}
              <div class="actions">
                <button type="button" @click=${this.#cancel}>Keep it</button>
                <button class="danger primary" ?disabled=${this.busy}>Break</button>
              </div>
            </form>`
          : nothing
      }
    </dialog>`;
  }

  #cancel() {
    this.querySelector('dialog').close();
  }

  async #submit(event) {
    event.preventDefault();
    const {api, key, holder} = this.target;
    const reason = this.querySelector('input').value.trim();
    if (!reason) {
      this.problem = 'Give a reason.';
      return;
    }
    this.busy = true;
    try {
      await remove(`${resourcePath(api, key)}/holders/${holder.fence}?reason=${encodeURIComponent(reason)}`);
      toast('The grant is broken.');
      this.#cancel();
    } catch (error) {
      if (error.code === 'not_held') {
        toast('The holder had released it already. Nothing was broken.');
        this.#cancel();
      } else {
        this.problem = error.message;
        this.dispatchEvent(new CustomEvent('refused', {detail: error}));
      }
    }
    this.busy = false;
  }
}

customElements.define('hf-break', Break);
