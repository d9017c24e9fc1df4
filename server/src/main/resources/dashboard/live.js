// Follows the event stream and keeps what the pages draw: the last events, and counts per second.
// The stream is read with fetch, because EventSource cannot send a token.
import {now, send, ApiError} from './api.js';

const EVENTS_MAX = 10_000;
const SECONDS_MAX = 900;
const SAMPLES_MAX = 400;
const FLUSH_MILLIS = 250;
const RETRY_MILLIS = [500, 1000, 2000, 5000];

/** Counts of one second. */
class Second {
  granted = 0;
  released = 0;
  lost = 0;
  queued = 0;
  unqueued = 0;
  waits = [];
}

class Live extends EventTarget {
  /** connecting, live, reconnecting or refused */
  state = 'connecting';
  events = [];
  seconds = new Map();
  #gaps = 0;
  #last = null;
  #pending = [];
  #flush = 0;
  #abort = null;
  #failures = 0;

  start() {
    this.stop();
    this.#abort = new AbortController();
    this.#become('connecting');
    this.#follow(this.#abort.signal);
  }

  stop() {
    this.#abort?.abort();
    this.#abort = null;
    this.#last = null;
    this.events = [];
    this.seconds.clear();
  }

  async #follow(signal) {
    while (!signal.aborted) {
      try {
        // The first connection asks for everything that the member still has, to fill the plots.
        const more = {'Last-Event-ID': this.#last ?? '0.0'};
        const response = await send('GET', 'v1/events', {signal, more});
        this.#failures = 0;
        this.#become('live');
        await this.#read(response.body);
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
          this.#become('refused');
          return;
        }
      }
      if (signal.aborted) {
        return;
      }
      this.#become('reconnecting');
      const pause = RETRY_MILLIS[Math.min(this.#failures++, RETRY_MILLIS.length - 1)];
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  #become(state) {
    if (this.state !== state) {
      this.state = state;
      this.dispatchEvent(new Event('state'));
    }
  }

  async #read(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const {done, value} = await reader.read();
      if (done) {
        return;
      }
      rest += value;
      const end = rest.lastIndexOf('\n\n');
      if (end >= 0) {
        for (const block of rest.slice(0, end).split('\n\n')) {
          this.#take(block);
        }
        rest = rest.slice(end + 2);
      }
    }
  }

  #take(block) {
    let id = null;
    let kind = null;
    let data = null;
    for (const line of block.split('\n')) {
      if (line.startsWith('id: ')) {
        id = line.slice(4);
      } else if (line.startsWith('event: ')) {
        kind = line.slice(7);
      } else if (line.startsWith('data: ')) {
        data = line.slice(6);
      }
    }
    if (kind === null || data === null) {
      return;
    }
    const event = JSON.parse(data);
    event.kind = kind;
    if (id === null) {
      // A gap at the very first connection only says that the member's buffer has a beginning.
      if (kind === 'gap' && this.#last !== null) {
        this.#gaps++;
      }
      return;
    }
    this.#last = id;
    // After a gap the ids may be of another log, which counts from the beginning.
    event.id = `${this.#gaps}:${id}`;
    event.time = Date.parse(event.at);
    this.#pending.push(event);
    if (!this.#flush) {
      this.#flush = setTimeout(() => this.#deliver(), FLUSH_MILLIS);
    }
  }

  #deliver() {
    this.#flush = 0;
    const batch = this.#pending;
    this.#pending = [];
    for (const event of batch) {
      this.#count(event);
    }
    this.events.push(...batch);
    if (this.events.length > EVENTS_MAX) {
      this.events.splice(0, this.events.length - EVENTS_MAX);
    }
    this.#forget();
    this.dispatchEvent(new CustomEvent('events', {detail: batch}));
  }

  #count(event) {
    const at = Math.floor(event.time / 1000);
    let second = this.seconds.get(at);
    if (!second) {
      second = new Second();
      this.seconds.set(at, second);
    }
    switch (event.kind) {
      case 'granted':
        second.granted++;
        second.unqueued += event.waited_ms > 0 ? 1 : 0;
        if (second.waits.length < SAMPLES_MAX) {
          second.waits.push(event.waited_ms);
        }
        break;
      case 'queued':
        second.queued++;
        break;
      case 'released':
        second.released++;
        break;
      case 'expired':
      case 'broken':
        second.lost++;
        break;
      case 'cancelled':
        if (event.fence === undefined) {
          second.unqueued++;
        } else {
          second.released++;
        }
        break;
    }
  }

  #forget() {
    const oldest = Math.floor(now() / 1000) - SECONDS_MAX;
    for (const at of this.seconds.keys()) {
      if (at >= oldest) {
        break;
      }
      this.seconds.delete(at);
    }
  }

  /** Returns the known events of a resource, oldest first. */
  of(api, key) {
    return this.events.filter((event) => event.key === key && event.api === api);
  }
}

export const live = new Live();
