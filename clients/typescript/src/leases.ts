/** Leases, and the heartbeat that renews them and notices those that are lost. */
import { FOREVER, later, now, type Reply, type Request, type Result } from "./call.js";
import { LeaseLost, type Loss, type LossReason } from "./results.js";
import type { Session } from "./sessions.js";
import type { Transport } from "./transport.js";

/** Renewals are sent after this part of the ttl, so that two may fail before the lease ends. */
const RENEWALS_PER_TTL = 3;
const ATTEMPT_MIN_MS = 200;
const RETRY_PAUSE_MS = 100;

// Browsers and versions of Node that lack the symbol get it, as TypeScript's helpers expect.
(Symbol as { asyncDispose?: symbol }).asyncDispose ??= Symbol.for("Symbol.asyncDispose");

export type Renewal =
  /** The lease lasts this long from when the renewal was sent. */
  | { readonly kind: "renewed"; readonly ttl: number }
  /** The lease is over. */
  | { readonly kind: "ended"; readonly reason: LossReason; readonly detail: string }
  /** The renewal was refused, and the lease goes on until its end. */
  | { readonly kind: "refused"; readonly detail: string };

/** The calls of one API that keep and end a lease. */
export interface LeaseCalls {
  /** Returns null if the API has no renewal. */
  renewal(): Request | null;
  renewed(reply: Reply): Renewal;
  release(): Request;
  /** Returns true if the reply to a release says that the lease was still held. */
  released(reply: Reply): boolean;
  /** Called once after the end of the lease. */
  ended(confirmed: boolean): void;
}

/** What identifies a lease. The token is a secret. */
export interface Grant {
  readonly api: string;
  readonly key: string;
  readonly token: string;
  readonly fence: number;
  readonly slot?: number;
}

export type LostListener = (loss: Loss) => void;

/**
 * Something that the client holds, and renews until it is released.
 *
 * It counts as held until the earlier of its end and its session's end, by the client's monotonic
 * clock, counted from when the last confirmed request was sent. Give the `fence` to the protected
 * resource, which then can refuse a late writer.
 */
export class Lease {
  readonly api: string;
  readonly key: string;
  /** The number that rises with every grant of the server. */
  readonly fence: number;
  /** The number of the slot of a pool, counted from 0. */
  readonly slot: number | undefined;
  readonly #token: string;
  readonly #leases: Leases;
  readonly #lost = new AbortController();
  #listeners: LostListener[] = [];
  #end: number;

  /** @internal */
  readonly pulse: Pulse = { renewAt: 0, renewing: false, refusal: null, cancel: null };
  /** @internal */
  state: "held" | "released" | Loss = "held";

  /** @internal */
  constructor(
    leases: Leases,
    grant: Grant,
    /** @internal */ readonly ttlMs: number,
    sent: number,
    /** @internal */ readonly session: Session | null,
    /** @internal */ readonly calls: LeaseCalls,
  ) {
    this.#leases = leases;
    this.api = grant.api;
    this.key = grant.key;
    this.fence = grant.fence;
    this.slot = grant.slot;
    this.#token = grant.token;
    this.#end = sent + ttlMs;
  }

  /** The secret that proves the grant to the server. Never log it. */
  get token(): string {
    return this.#token;
  }

  /** Seconds that it lasts without renewal. */
  get ttl(): number {
    return this.ttlMs / 1000;
  }

  /** Seconds that it is certainly held without another renewal; zero if it is not held. */
  get remaining(): number {
    return this.state === "held" ? Math.max(0, this.heldUntil - now()) / 1000 : 0;
  }

  /** True if it is certainly held at this moment. */
  get isHeld(): boolean {
    return this.remaining > 0;
  }

  /** How it was lost, or null if it was not. */
  get loss(): Loss | null {
    return typeof this.state === "string" ? null : this.state;
  }

  /** Aborted when the lease is lost; give it to what the lock protects, such as fetch. */
  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  /** Throws LeaseLost unless it is certainly held at this moment. */
  check(): void {
    if (!this.isHeld) {
      const detail = this.state === "released" ? "the lease was released" : "the lease ended";
      throw new LeaseLost(this.loss ?? { lease: this, reason: "unreachable", detail });
    }
  }

  /** Calls the listener once if the lease is lost. */
  onLost(listener: LostListener): this {
    const known = this.loss;
    if (known === null) {
      this.#listeners.push(listener);
    } else {
      queueMicrotask(() => listener(known));
    }
    return this;
  }

  /**
   * Releases it and waits for the confirmation, at most the request timeout. Afterwards it is not
   * held, even if no member could be reached: the client goes on trying in the background, and
   * the server ends the lease by itself.
   *
   * @returns true if the server confirmed that it was held until now
   */
  async release(): Promise<boolean> {
    if (this.state !== "held") {
      return false;
    }
    this.state = "released";
    const result = await this.#leases.release(this);
    this.calls.ended(result?.kind === "reply");
    return result?.kind === "reply" && this.calls.released(result);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release();
  }

  /** @internal */
  get heldUntil(): number {
    return Math.min(this.#end, this.session?.aliveUntil ?? FOREVER);
  }

  /** @internal */
  renewed(sent: number, ttl: number): void {
    this.#end = Math.max(this.#end, sent + ttl);
    this.session?.heard(sent);
  }

  /** @internal */
  lose(reason: LossReason, detail: string): void {
    if (this.state !== "held") {
      return;
    }
    const loss = { lease: this, reason, detail };
    this.state = loss;
    this.calls.ended(false);
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) {
      queueMicrotask(() => listener(loss));
    }
    this.#lost.abort(new LeaseLost(loss));
  }

  toString(): string {
    const what = this.slot === undefined ? this.key : `slot ${this.slot}`;
    return `${this.api} ${what} with the fence ${this.fence}`;
  }

  /** Shows no token, and no key of a pool, because that is a secret too. */
  toJSON(): unknown {
    return { api: this.api, fence: this.fence };
  }
}

/** Of the heartbeat. */
interface Pulse {
  renewAt: number;
  renewing: boolean;
  refusal: string | null;
  cancel: (() => void) | null;
}

/** Renews all leases of a client. Renewals are sent without waiting for each other. */
export class Leases {
  readonly #transport: Transport;
  readonly #open = new Set<Lease>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Begins to renew a lease that was confirmed by a request sent at that time. */
  watch(lease: Lease, sent: number): Lease {
    this.#open.add(lease);
    lease.pulse.renewAt = sent + lease.ttlMs / RENEWALS_PER_TTL;
    later(() => this.#tick(lease), 0);
    return lease;
  }

  #tick(lease: Lease): void {
    if (lease.state !== "held") {
      return;
    }
    const at = now();
    const end = lease.heldUntil;
    if (at >= end) {
      this.#expire(lease);
      return;
    }
    const pulse = lease.pulse;
    if (!pulse.renewing && at >= pulse.renewAt) {
      this.#renew(lease, at, end);
    }
    // The reply to a renewal causes a tick of its own.
    const due = pulse.renewing ? end : Math.min(end, pulse.renewAt);
    pulse.cancel?.();
    pulse.cancel = later(() => this.#tick(lease), due - at);
  }

  #renew(lease: Lease, at: number, end: number): void {
    const request = lease.calls.renewal();
    if (request === null) {
      lease.pulse.renewAt = FOREVER;
      return;
    }
    lease.pulse.renewing = true;
    const left = end - at;
    const wanted = Math.max(ATTEMPT_MIN_MS, left / RENEWALS_PER_TTL);
    const attempt = Math.min(wanted, this.#transport.requestTimeout / 2);
    void this.#transport
      .start(request, { deadline: end, attempt, patience: left })
      .then((result) => this.#settle(lease, result));
  }

  #settle(lease: Lease, result: Result): void {
    const pulse = lease.pulse;
    pulse.renewing = false;
    if (lease.state !== "held") {
      return;
    }
    pulse.renewAt = now() + RETRY_PAUSE_MS;
    if (result.kind === "reply") {
      const renewal = lease.calls.renewed(result);
      if (renewal.kind === "ended") {
        this.#end(lease, renewal.reason, renewal.detail);
        return;
      }
      if (renewal.kind === "renewed") {
        lease.renewed(result.sent, renewal.ttl);
        pulse.renewAt = result.sent + lease.ttlMs / RENEWALS_PER_TTL;
        pulse.refusal = null;
      } else {
        pulse.refusal = renewal.detail;
      }
    }
    this.#tick(lease);
  }

  /** The lease's time is over without a confirmed renewal. */
  #expire(lease: Lease): void {
    if (lease.session?.ended) {
      this.#end(lease, "session_ended", "the session ended at the server");
    } else if (lease.pulse.refusal !== null) {
      const detail = `the server refused to renew the lease: ${lease.pulse.refusal}`;
      this.#end(lease, "refused", detail);
    } else if (lease.pulse.renewAt === FOREVER) {
      this.#end(lease, "expired", "the lease expired and its API has no renewal");
    } else {
      this.#end(lease, "unreachable", "no member confirmed a renewal before the lease ended");
    }
  }

  #end(lease: Lease, reason: LossReason, detail: string): void {
    this.#open.delete(lease);
    lease.lose(reason, detail);
  }

  /** Returns true if a lease was acquired in the session and is still held. */
  uses(session: Session): boolean {
    return [...this.#open].some((lease) => lease.session === session);
  }

  /** Ends all leases of a session that the server has ended. */
  sessionEnded(session: Session): void {
    for (const lease of [...this.#open]) {
      if (lease.session === session) {
        later(() => this.#tick(lease), 0);
      }
    }
  }

  /**
   * Releases a lease that is no longer renewed. The request goes on in the background until the
   * lease would end by itself; null if it is not answered within the request timeout.
   */
  async release(lease: Lease): Promise<Result | null> {
    this.#open.delete(lease);
    lease.pulse.cancel?.();
    const at = now();
    const patience = this.#transport.requestTimeout;
    const end = Math.max(at + patience, lease.heldUntil);
    const sent = this.#transport.start(lease.calls.release(), {
      deadline: end,
      attempt: patience / 2,
      patience: end - at,
    });
    let cancel = (): void => {};
    const late = new Promise<null>((resolve) => {
      const timer = setTimeout(() => resolve(null), patience);
      cancel = () => clearTimeout(timer);
    });
    return Promise.race([sent, late]).finally(cancel);
  }

  /** Releases everything, and waits for the replies. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((lease) => lease.release()));
  }
}
