// Asks for a token. It is tried before it is kept, and kept for this tab only.
import {LitElement, html, nothing} from 'lit';
import {get, keepToken} from './api.js';
import {icon} from './ui.js';

class SignIn extends LitElement {
  static properties = {refusal: {attribute: false}, busy: {state: true}, problem: {state: true}};

  createRenderRoot() {
    return this;
  }

  firstUpdated() {
    this.querySelector('input').focus();
  }

  render() {
    const refused = this.refusal ? `Signed out: ${this.refusal.message}` : null;
    const problem = this.problem ?? refused;
    return html`<main class="signin">
      <form class="card" @submit=${this.#submit}>
        <img src="ui/app/icon.svg" alt="" width="40" height="40" />
        <h1>Sign in to Holdfast</h1>
        <p class="muted">This server asks for a token. It is kept for this tab only.</p>
        <label for="token">Token</label>
        <input
          id="token"
          type="password"
          autocomplete="off"
          spellcheck="false"
          required
          aria-describedby=${problem ? 'token-problem' : nothing}
          aria-invalid=${problem ? 'true' : nothing}
        />
        ${
          problem
            ? html`<p class="error" id="token-problem" role="alert">
                ${icon('warning')} ${problem}
              </p>`
            : nothing
        }
        <button class="primary" ?disabled=${this.busy}>
          ${this.busy ? 'Signing in' : 'Sign in'}
        </button>
        <p class="muted small">
          Use a token that an operator made with <code>holdfast token</code>, or an access token of
          your identity provider.
        </p>
      </form>
    </main>`;
  }

  async #submit(event) {
    event.preventDefault();
    const text = this.querySelector('input').value.trim();
    // Header values are printable ASCII; anything else cannot be a token.
    if (!/^[\x21-\x7e]+$/.test(text)) {
      this.problem = 'A token consists of letters, digits and punctuation without spaces.';
      return;
    }
    this.busy = true;
    this.problem = null;
    try {
      await get('v1/whoami', {more: {Authorization: `Bearer ${text}`}});
      keepToken(text);
      this.dispatchEvent(new Event('signed-in'));
    } catch (error) {
      this.problem =
        error.status === 429
          ? 'Too many attempts. Wait a moment.'
          : error.status === 401
            ? `Not accepted: ${error.message}`
            : error.message;
      this.querySelector('input').select();
    }
    this.busy = false;
  }
}

customElements.define('hf-signin', SignIn);
