// Keeps what a page shows up to date: loads it, and again after a while or after events.
import {get} from './api.js';
import {live} from './live.js';

const SOON_MILLIS = 1000;

/** Asks its host to render again each second, for countdowns, and when the stream changes. */
export class Ticker {
  constructor(host, {events = false} = {}) {
    this.host = host;
    this.events = events;
    this.update = () => {
      if (!document.hidden) {
        host.requestUpdate();
      }
    };
    host.addController(this);
  }

  hostConnected() {
    this.timer = setInterval(this.update, 1000);
    if (this.events) {
      live.addEventListener('events', this.update);
    }
  }

  hostDisconnected() {
    clearInterval(this.timer);
    live.removeEventListener('events', this.update);
  }
}

/**
 * Loads data for a host. An error keeps the data that was there before, so that a page does not
 * become empty while the server restarts.
 */
export class Loader {
  data = null;
  error = null;
  /** When the data came, by this browser's steady clock. */
  at = 0;

  /**
   * @param load returns a promise of the data; gets an abort signal
   * @param everyMillis how often it is loaded again
   * @param when tells which events change the data; none if it is missing
   * @param soonMillis how long after such an event: with many events, how often at most
   */
  constructor(host, load, {everyMillis = 5000, when = null, soonMillis = SOON_MILLIS} = {}) {
    this.host = host;
    this.load = load;
    this.everyMillis = everyMillis;
    this.when = when;
    this.soonMillis = soonMillis;
    this.onEvents = (event) => {
      if (this.when && event.detail.some(this.when)) {
        this.soon();
      }
    };
    this.onState = () => {
      if (live.state === 'live') {
        this.soon();
      }
    };
    this.onShown = () => {
      if (!document.hidden) {
        this.soon();
      }
    };
    host.addController(this);
  }

  hostConnected() {
    live.addEventListener('events', this.onEvents);
    live.addEventListener('state', this.onState);
    document.addEventListener('visibilitychange', this.onShown);
    this.again();
  }

  hostDisconnected() {
    live.removeEventListener('events', this.onEvents);
    live.removeEventListener('state', this.onState);
    document.removeEventListener('visibilitychange', this.onShown);
    clearTimeout(this.timer);
    this.abort?.abort();
  }

  /** Forgets the data, for example because other data is wanted now. */
  restart() {
    this.data = null;
    this.error = null;
    this.again();
  }

  /** Loads after a moment, once for all events of that moment. */
  soon() {
    if (!this.waiting && !this.running) {
      this.waiting = true;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.again(), this.soonMillis);
    } else if (this.running) {
      this.repeat = true;
    }
  }

  async again() {
    clearTimeout(this.timer);
    this.waiting = false;
    this.repeat = false;
    this.abort?.abort();
    if (document.hidden && this.data) {
      return;
    }
    const abort = new AbortController();
    this.abort = abort;
    this.running = true;
    try {
      const data = await this.load(abort.signal);
      if (abort.signal.aborted) {
        return;
      }
      this.data = data;
      this.error = null;
      this.at = performance.now();
    } catch (error) {
      if (abort.signal.aborted || error.name === 'AbortError') {
        return;
      }
      this.error = error;
      if (error.status === undefined) {
        console.error(error);
      }
    }
    this.running = false;
    this.host.requestUpdate();
    const forbidden = this.error && (this.error.status === 401 || this.error.status === 403);
    if (this.host.isConnected && !forbidden) {
      this.timer = setTimeout(() => this.again(), this.repeat ? this.soonMillis : this.everyMillis);
    }
  }

  /** Returns the seconds since the data came, to count remaining times down. */
  get age() {
    return (performance.now() - this.at) / 1000;
  }
}

/** Loads a path of the API. */
export function loadPath(path) {
  return (signal) => get(typeof path === 'function' ? path() : path, {signal});
}
