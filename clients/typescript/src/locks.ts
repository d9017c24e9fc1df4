/** Locks and semaphores. */
import { FOREVER, now, type Reply, type Request, type Result } from "./call.js";
import type { Context } from "./context.js";
import { type Grant, Lease, type LeaseCalls, type LostListener, type Renewal } from "./leases.js";
import { type Acquired, busy, failure, type Queued, refusal, refusalOf } from "./results.js";
import type { Session } from "./sessions.js";
import { segment } from "./transport.js";

/** How much later than the client's deadline the server's may be. */
const LATE_MAX_MS = 200;
/** How long the server's answer may take after its deadline. */
const GRACE_MS = 1_000;

export interface AcquireOptions {
  /** Seconds that the lease lasts without renewal, rounded up to whole seconds. */
  readonly ttl?: number;
  /** Seconds to wait for the grant. */
  readonly wait?: number;
  /** Gives the wait up. */
  readonly signal?: AbortSignal;
  /** Called once if the lease is lost. */
  readonly onLost?: LostListener;
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}

function aborted(signal: AbortSignal | undefined): void {
  signal?.throwIfAborted();
}

/** A place in the queue. It is kept while its client lives. */
export class Place {
  readonly #protocol: LockProtocol;
  readonly #session: Session;
  #used = false;

  /** @internal */
  constructor(protocol: LockProtocol, session: Session) {
    this.#protocol = protocol;
    this.#session = session;
  }

  /** Waits for the grant, once. If the place was lost with its member, it queues again. */
  async wait(seconds = Infinity): Promise<Acquired> {
    if (this.#used) {
      throw new Error("the place was already waited for or given up");
    }
    this.#used = true;
    return this.#protocol.wait(this.#session, seconds);
  }

  /** Gives the place up, unless it was already waited for. */
  close(): void {
    if (!this.#used) {
      this.#used = true;
      this.#protocol.leave(this.#session);
    }
  }
}

/** The calls of one key of the locks API. A limit of zero is a lock. */
export class LockProtocol {
  readonly #context: Context;
  readonly #path: string;
  readonly #key: string;
  readonly #limit: number;
  readonly #ttl: number;
  readonly #options: AcquireOptions;

  constructor(context: Context, key: string, limit: number, options: AcquireOptions = {}) {
    this.#context = context;
    this.#path = (limit === 0 ? "/v1/locks/" : "/v1/semaphores/") + segment(key);
    this.#key = key;
    this.#limit = limit;
    this.#ttl = context.wholeTtl(options.ttl);
    this.#options = options;
  }

  async acquire(): Promise<Acquired> {
    this.#context.checkOpen();
    aborted(this.#options.signal);
    const allowed = Math.min((this.#options.wait ?? 0) * 1000, FOREVER);
    const deadline = now() + allowed;
    try {
      const first = await this.#tryShared();
      const waits = first.kind === "refused" && first.busy && allowed > 0;
      return waits ? await this.#acquireUntil(deadline) : first;
    } catch (error) {
      return refusalOf(error);
    }
  }

  /** Tries once, in the session that such calls share. */
  async #tryShared(): Promise<Acquired> {
    while (true) {
      const session = await this.#context.sessions.shared();
      let settled = false;
      try {
        const result = await this.#context.transport.send(
          session.post(this.#path, this.#acquisition(0)),
        );
        if (result.kind === "reply" && result.status === 410) {
          // The session ended, so nothing was acquired in it: try in a new one.
          this.#context.sessions.ended(session);
          continue;
        }
        const acquired = await this.#read(session, result);
        settled = acquired?.kind !== "unknown";
        return acquired ?? busy();
      } finally {
        if (!settled) {
          await this.#context.sessions.suspect(session);
        }
      }
    }
  }

  /** Waits until the deadline, in sessions of its own. */
  async #acquireUntil(deadline: number): Promise<Acquired> {
    while (true) {
      aborted(this.#options.signal);
      const left = deadline - now();
      if (left <= 0) {
        return busy();
      }
      const session = await this.#context.sessions.dedicated();
      const request = session.post(this.#path, this.#acquisition(seconds(left)));
      const acquired = await this.#await(session, request, left);
      if (acquired !== null) {
        return acquired;
      }
    }
  }

  /** Waits in a session. Returns null if the request has to be made anew. */
  async #await(session: Session, request: Request, wait: number): Promise<Acquired | null> {
    let settled = false;
    try {
      const result = await this.#sendWaiting(session, request, wait);
      if (this.#options.signal?.aborted) {
        // The session is deleted below, and a grant with it.
        throw this.#options.signal.reason;
      }
      if (result.kind === "lost") {
        return result.inFlight ? busy() : refusal(result);
      }
      if (result.status === 410) {
        this.#context.sessions.ended(session);
        return null;
      }
      const acquired = await this.#read(session, result);
      settled = acquired?.kind !== "unknown";
      if (settled && acquired?.kind !== "granted") {
        this.#context.sessions.giveBack(session);
      }
      return acquired;
    } finally {
      if (!settled) {
        this.#context.sessions.discard(session);
      }
    }
  }

  async #sendWaiting(session: Session, request: Request, wait: number): Promise<Result> {
    this.#context.checkOpen();
    const transport = this.#context.transport;
    // The server waits for whole seconds: its answer is only awaited if it is due by then.
    const late = seconds(wait) * 1000 - wait;
    const patience = transport.requestTimeout;
    const grace = wait === 0 ? patience : late < LATE_MAX_MS ? GRACE_MS : 0;
    const call = transport.call(request, {
      deadline: now() + wait + grace,
      attempt: FOREVER,
      patience,
    });
    const cancel = (): void => call.cancel("the wait was given up");
    this.#options.signal?.addEventListener("abort", cancel);
    this.#context.sessions.waitBegins(session, call);
    try {
      return await transport.run(call);
    } finally {
      this.#context.sessions.waitEnds(session);
      this.#options.signal?.removeEventListener("abort", cancel);
    }
  }

  /** Returns null if the key is busy, or a grant ended before it could be confirmed. */
  async #read(session: Session, result: Result): Promise<Acquired | null> {
    if (result.kind === "lost" || !result.ok) {
      return refusal(result);
    }
    session.heard(result.sent);
    const fields = result.json();
    if (fields.status !== "ok" && fields.status !== "acquired") {
      return busy();
    }
    const grant = { api: "locks", key: this.#key, token: fields.token, fence: fields.fence };
    const ttl = fields.lease_ttl_s * 1000;
    const late = now() - result.sent > ttl / 4;
    if (!late && result.attempts === 1 && fields.status === "ok") {
      // After a short wait the lease is used at once, and renewed at once.
      return this.#granted(session, grant, ttl, result.sent, !session.shared);
    }
    return this.#confirm(session, grant);
  }

  /** Renews a grant of which nothing is known about when it began. */
  async #confirm(session: Session, grant: Grant): Promise<Acquired | null> {
    const result = await this.#context.transport.send(this.#renewal(session, grant.token));
    if (result.kind === "lost") {
      return refusal(result);
    }
    if (result.status === 404 || result.status === 410) {
      return null;
    }
    if (!result.ok) {
      return refusal(result);
    }
    session.heard(result.sent);
    return this.#granted(session, grant, result.json().remaining_s * 1000, result.sent, false);
  }

  #granted(
    session: Session,
    grant: Grant,
    ttl: number,
    sent: number,
    renewNow: boolean,
  ): Acquired {
    const leases = this.#context.leases;
    const calls = this.#calls(session, grant.token);
    const lease = new Lease(leases, grant, ttl, sent, session, calls);
    if (this.#options.onLost !== undefined) {
      lease.onLost(this.#options.onLost);
    }
    return { kind: "granted", lease: leases.watch(lease, renewNow ? sent - ttl : sent) };
  }

  async enqueue(): Promise<Acquired | Queued> {
    this.#context.checkOpen();
    let session: Session;
    try {
      session = await this.#context.sessions.dedicated();
    } catch (error) {
      return refusalOf(error);
    }
    let settled = false;
    try {
      const request = session.post(`${this.#path}/enqueue`, this.#slot());
      const result = await this.#context.transport.send(request);
      if (result.kind === "lost" || !result.ok) {
        return refusal(result);
      }
      session.heard(result.sent);
      const fields = result.json();
      settled = true;
      if (fields.status === "queued") {
        const place = new Place(this, session);
        return { kind: "queued", position: fields.position ?? 1, place };
      }
    } finally {
      if (!settled) {
        this.#context.sessions.discard(session);
      }
    }
    // Collecting a slot starts its lease anew and lets the session enqueue again.
    return (await this.#collect(session, 0)) ?? busy();
  }

  /** Waits for a place; returns null if it was lost, so that a new request has to be made. */
  async #collect(session: Session, wait: number): Promise<Acquired | null> {
    const request = session.post(`${this.#path}/wait`, { timeout_s: seconds(wait) });
    const acquired = await this.#await(session, request, wait);
    const codes = ["not_enqueued", "lease_expired"];
    const gone = acquired?.kind === "refused" && codes.includes(acquired.code);
    return gone ? null : acquired;
  }

  /** Waits for a place; if a retry lost it, the client queues again, behind the others. */
  async wait(session: Session, wait: number): Promise<Acquired> {
    const allowed = Math.min(wait * 1000, FOREVER);
    const deadline = now() + allowed;
    try {
      return (await this.#collect(session, allowed)) ?? (await this.#acquireUntil(deadline));
    } catch (error) {
      return refusalOf(error);
    }
  }

  leave(session: Session): void {
    this.#context.sessions.discard(session);
  }

  /** Renews a grant by its token, in whichever session it was made; returns seconds. */
  async renew(token: string): Promise<number> {
    const session = await this.#context.sessions.shared();
    const reply = await this.#context.transport.ask(this.#renewal(session, token));
    return reply.json().remaining_s;
  }

  /** Releases a grant by its token; false if the token is not held. */
  async release(token: string): Promise<boolean> {
    const session = await this.#context.sessions.shared();
    const request = session.post(`${this.#path}/release`, { token });
    const reply = await this.#context.transport.reply(request);
    if (!reply.ok && reply.status !== 404) {
      throw failure(reply);
    }
    return reply.ok;
  }

  #slot(): Record<string, unknown> {
    return { lease_ttl_s: this.#ttl, ...(this.#limit > 0 ? { limit: this.#limit } : {}) };
  }

  #acquisition(wait: number): Record<string, unknown> {
    return { ...this.#slot(), acquire_timeout_s: wait };
  }

  #renewal(session: Session, token: string): Request {
    return session.post(`${this.#path}/renew`, { token, lease_ttl_s: this.#ttl });
  }

  #calls(session: Session, token: string): LeaseCalls {
    const { sessions } = this.#context;
    return {
      renewal: () => this.#renewal(session, token),
      renewed: (reply) => this.#renewed(session, reply),
      release: () => session.post(`${this.#path}/release`, { token }),
      released: (reply) => reply.ok,
      ended: (confirmed) => {
        if (!this.#context.closed) {
          confirmed ? sessions.giveBack(session) : sessions.discard(session);
        }
      },
    };
  }

  #renewed(session: Session, reply: Reply): Renewal {
    if (reply.ok) {
      return { kind: "renewed", ttl: reply.json().remaining_s * 1000 };
    }
    if (reply.status === 404) {
      const detail = "the lock was broken by an operator, or its lease expired at the server";
      return { kind: "ended", reason: "ended_by_server", detail };
    }
    if (reply.status === 410) {
      this.#context.sessions.ended(session);
      return { kind: "ended", reason: "session_ended", detail: reply.detail };
    }
    return { kind: "refused", detail: reply.detail };
  }
}
