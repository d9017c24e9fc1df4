// Asks for confirmation and a reason before the rights of another client are overruled.
import {LitElement, html, nothing} from 'lit';
import {icon} from './ui.js';
import {toast} from './toast.js';

/**
 * What is asked:
 *
 * title and action: of the dialog and its button; facts: pairs of a name and a text;
 * text: what will happen; example: a reason as a placeholder;
 * run: does it with the reason, and returns what to tell; an error keeps the dialog open.
 */
class Reason extends LitElement {
  static properties = {ask: {state: true}, busy: {state: true}, problem: {state: true}};

  createRenderRoot() {
    return this;
  }

  open(ask) {
    this.ask = ask;
    this.problem = null;
    this.busy = false;
    this.updateComplete.then(() => {
      this.querySelector('input').value = '';
      this.querySelector('dialog').showModal();
    });
  }

  render() {
    return html`<dialog
      aria-labelledby="reason-title"
      @close=${() => this.dispatchEvent(new Event('closed'))}
    >
      ${this.ask ? this.#form(this.ask) : nothing}
    </dialog>`;
  }

  #form(ask) {
    return html`<form @submit=${this.#submit}>
      <h2 id="reason-title">${ask.title}</h2>
      <dl class="facts">
        ${ask.facts.map(
          ([term, text]) =>
            html`<dt>${term}</dt>
              <dd>${text}</dd>`,
        )}
      </dl>
      <p class="muted">${ask.text}</p>
      <label for="reason">Reason, for the audit log</label>
      <input
        id="reason"
        required
        maxlength="256"
        autocomplete="off"
        placeholder=${ask.example}
        ?aria-invalid=${this.problem !== null}
      />
      ${
        this.problem
          ? html`<p class="error" role="alert">${icon('warning')} ${this.problem}</p>`
          : nothing
      }
      <div class="actions">
        <button type="button" @click=${this.#cancel}>Keep it</button>
        <button class="danger primary" ?disabled=${this.busy}>${ask.action}</button>
      </div>
    </form>`;
  }

  #cancel() {
    this.querySelector('dialog').close();
  }

  async #submit(event) {
    event.preventDefault();
    const reason = this.querySelector('input').value.trim();
    if (!reason) {
      this.problem = 'Give a reason.';
      return;
    }
    this.busy = true;
    try {
      toast(await this.ask.run(reason));
      this.#cancel();
    } catch (error) {
      this.problem = error.message;
    }
    this.busy = false;
  }
}

customElements.define('hf-reason', Reason);
