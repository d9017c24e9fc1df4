/** One request and its attempts, one after the other. All carry one id, so they act once. */
import { type Raw, text, type Wire, WireError } from "./wire.js";

/** Stands for a wait without end, in milliseconds. */
export const FOREVER = 2e12;

const RETRIED = new Set([408, 429, 502, 503, 504, 507]);
/** Refusals that another member need not share. */
const OF_ONE_MEMBER = new Set([
  "draining",
  "removed",
  "no_leader",
  "storage_failed",
  "unknown",
  "unavailable",
]);
const PAUSE_MIN_MS = 50;
const PAUSE_MAX_MS = 1_000;
const RETRY_AFTER_MAX_MS = 30_000;
/** An attempt that took this long had reached its member. */
const ESTABLISHED_MS = 1_000;
const TIMER_MAX_MS = 2 ** 31 - 1;
const DETAIL_MAX = 300;

/** Returns milliseconds by a monotonic clock. */
export function now(): number {
  return performance.now();
}

/** Runs a task later. A timer alone does not keep a process of Node alive. */
export function later(task: () => void, ms: number): () => void {
  const timer = setTimeout(task, Math.min(Math.max(0, ms), TIMER_MAX_MS));
  (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer);
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
  readonly id: string | null;
  readonly headers: Record<string, string>;
}

export function get(path: string, headers: Record<string, string> = {}): Request {
  return { method: "GET", path, body: null, id: null, headers };
}

/** Creates a request that changes something, with a new id. */
export function change(
  method: string,
  path: string,
  body: unknown = null,
  headers: Record<string, string> = {},
): Request {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { method, path, body: body === null ? null : JSON.stringify(body), id, headers };
}

export type Fields = Record<string, any>;

/** A reply of a member. */
export class Reply {
  readonly kind = "reply";
  readonly #raw: Raw;

  /** @param sent when the first attempt was sent: the request was not applied before */
  constructor(
    raw: Raw,
    readonly sent: number,
    readonly attempts: number,
  ) {
    this.#raw = raw;
  }

  get status(): number {
    return this.#raw.status;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  json(): any {
    return JSON.parse(this.#raw.body);
  }

  header(name: string): string | null {
    return this.#raw.header(name);
  }

  #fields(): Fields {
    try {
      const value: unknown = JSON.parse(this.#raw.body);
      return typeof value === "object" && value !== null ? (value as Fields) : {};
    } catch {
      return {};
    }
  }

  /** The error code, in the form of whichever API answered; never empty. */
  get code(): string {
    const fields = this.#fields();
    const error = fields.error;
    const named = typeof error === "object" && error !== null ? error.code : error;
    return String(named || fields.error_code || fields.exception_class || `http_${this.status}`);
  }

  /** What the error reply says for people; never empty. */
  get detail(): string {
    const fields = this.#fields();
    const error = fields.error;
    const inner = typeof error === "object" && error !== null ? error.message : error;
    const words = fields.detail || fields.message || inner || this.#raw.body.trim();
    return String(words || `status ${this.status}`).slice(0, DETAIL_MAX);
  }
}

/** No reply within the deadline. */
export interface Lost {
  readonly kind: "lost";
  readonly why: string;
  /** Whether an attempt may have reached a member. */
  readonly maybeApplied: boolean;
  /** Whether a member had accepted the last attempt and did not answer yet. */
  readonly inFlight: boolean;
}

export type Result = Reply | Lost;

function lost(why: string, maybeApplied: boolean, inFlight = false): Lost {
  return { kind: "lost", why, maybeApplied, inFlight };
}

export interface Timing {
  /** When the call ends at the latest. */
  readonly deadline: number;
  /** How long one attempt may take. */
  readonly attempt: number;
  /** How long attempts may go on failing. */
  readonly patience: number;
}

export type Token = string | (() => string | Promise<string>) | undefined;

/** What a call needs of its client. */
export interface Members {
  readonly wire: Wire;
  readonly addresses: readonly string[];
  readonly token: Token;
  readonly owner: string | undefined;
  next(failed: number): number;
}

interface Failure {
  readonly kind: "failure";
  readonly reached: boolean;
  readonly timedOut: boolean;
  readonly why: string;
}

export class Call {
  readonly #members: Members;
  readonly #request: Request;
  readonly #timing: Timing;
  readonly #pinned: boolean;
  readonly #ended = new AbortController();
  #attempt: AbortController | null = null;
  #leaving = false;
  #attempts = 0;
  #sent = 0;
  #trouble: number | null = null;
  #failuresInRound = 0;
  #pause = PAUSE_MIN_MS;
  #retriedHere = false;
  #reauthorized = false;
  #maybeApplied = false;

  constructor(
    members: Members,
    request: Request,
    timing: Timing,
    public member: number,
    pinned: boolean,
  ) {
    this.#members = members;
    this.#request = request;
    this.#timing = timing;
    this.#pinned = pinned;
  }

  /** Ends the call without a result. The server sees the end of its connection. */
  cancel(why: string): void {
    this.#ended.abort(why);
    this.#attempt?.abort();
  }

  /** Gives up the attempt in progress at that member, and continues at the next one. */
  leave(unreachable: number): void {
    if (this.#attempt !== null && this.member === unreachable) {
      this.#leaving = true;
      this.#attempt.abort();
    }
  }

  async run(): Promise<Result> {
    const firstSent = now();
    while (true) {
      const left = this.#timing.deadline - now();
      if (left <= 0) {
        return lost("the deadline passed", this.#maybeApplied);
      }
      const outcome = await this.#try(Math.min(left, this.#timing.attempt), firstSent);
      if (this.#ended.signal.aborted) {
        return lost(String(this.#ended.signal.reason), this.#maybeApplied);
      }
      if (outcome.kind === "reply" && !RETRIED.has(outcome.status)) {
        const refreshes = typeof this.#members.token === "function" && !this.#reauthorized;
        if (outcome.status !== 401 || !refreshes) {
          return outcome;
        }
        this.#reauthorized = true;
        continue;
      }
      const [last, delay] =
        outcome.kind === "reply" ? this.#refused(outcome) : this.#failed(outcome);
      const at = now();
      const patience = (this.#trouble ?? at) + this.#timing.patience - at;
      if (delay >= Math.min(this.#timing.deadline - at, patience)) {
        return last;
      }
      await this.#sleep(delay);
      if (this.#ended.signal.aborted) {
        return lost(String(this.#ended.signal.reason), this.#maybeApplied);
      }
    }
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#ended.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  async #try(limit: number, firstSent: number): Promise<Reply | Failure> {
    const token = this.#members.token;
    const bearer = typeof token === "function" ? await token() : token;
    const attempt = new AbortController();
    this.#attempt = attempt;
    if (this.#ended.signal.aborted) {
      attempt.abort();
    }
    this.#attempts++;
    this.#sent = now();
    let timedOut = false;
    const timer = setTimeout(
      () => {
        timedOut = true;
        attempt.abort();
      },
      Math.min(limit, TIMER_MAX_MS),
    );
    const address = this.#members.addresses[this.member] ?? "";
    try {
      const raw = await this.#members.wire.send({
        url: address + this.#request.path,
        method: this.#request.method,
        headers: this.#headers(bearer),
        body: this.#request.body,
        signal: attempt.signal,
      });
      return new Reply(raw, firstSent, this.#attempts);
    } catch (failure) {
      const reached = !(failure instanceof WireError) || failure.reached;
      const late = timedOut && reached;
      const words = late ? "did not answer in time" : text(failure);
      return { kind: "failure", reached, timedOut: late, why: `${address} ${words}` };
    } finally {
      clearTimeout(timer);
      this.#attempt = null;
    }
  }

  #headers(bearer: string | undefined): Record<string, string> {
    const headers: Record<string, string> = { ...this.#request.headers };
    if (this.#request.id !== null) {
      headers["Idempotency-Key"] = this.#request.id;
    }
    if (this.#request.body !== null) {
      headers["Content-Type"] ??= "application/json";
    }
    // Headers are Latin text; sessions carry any owner in their body.
    if (this.#members.owner !== undefined && /^[\x20-\x7e]+$/.test(this.#members.owner)) {
      headers["X-Holdfast-Owner"] = this.#members.owner;
    }
    if (bearer !== undefined) {
      headers.Authorization = `Bearer ${bearer}`;
    }
    return headers;
  }

  #failed(failure: Failure): [Result, number] {
    this.#maybeApplied ||= failure.reached;
    this.#noteTrouble(failure.reached && !failure.timedOut);
    // An idle connection may be closed just when it is used; that says nothing of the member.
    const again =
      failure.reached && !failure.timedOut && !this.#retriedHere && !this.#leaving;
    const last = lost(failure.why, this.#maybeApplied, failure.timedOut);
    if (again) {
      this.#retriedHere = true;
      return [last, 0];
    }
    this.#moveOn();
    return [last, this.#roundGoesOn() ? 0 : this.#nextPause()];
  }

  #refused(reply: Reply): [Result, number] {
    const unknown = reply.status === 502 || reply.code === "unknown";
    this.#maybeApplied ||= unknown;
    this.#noteTrouble(true);
    const last = this.#maybeApplied ? lost(`${reply.code}: ${reply.detail}`, true) : reply;
    const elsewhere = unknown || OF_ONE_MEMBER.has(reply.code);
    if (elsewhere) {
      this.#moveOn();
    }
    const atOnce = elsewhere && this.#roundGoesOn();
    return [last, atOnce ? 0 : Math.max(retryAfter(reply), this.#nextPause())];
  }

  #roundGoesOn(): boolean {
    return this.#failuresInRound < this.#members.addresses.length;
  }

  #moveOn(): void {
    this.#failuresInRound++;
    this.#retriedHere = false;
    this.#leaving = false;
    if (!this.#pinned) {
      this.member = this.#members.next(this.member);
    }
  }

  #noteTrouble(connected: boolean): void {
    const at = now();
    if (this.#trouble === null || (connected && at - this.#sent > ESTABLISHED_MS)) {
      this.#trouble = at;
    }
  }

  /** Ends a round of all members: the next one begins after a growing pause. */
  #nextPause(): number {
    this.#failuresInRound = 0;
    const pause = this.#pause;
    this.#pause = Math.min(2 * pause, PAUSE_MAX_MS);
    return pause * (1 + Math.random());
  }
}

function retryAfter(reply: Reply): number {
  const seconds = Number(reply.header("Retry-After") ?? 0);
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds * 1000), RETRY_AFTER_MAX_MS) : 0;
}
