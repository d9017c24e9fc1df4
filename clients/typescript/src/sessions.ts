/**
 * The client's sessions, and their pings. The server runs the calls of a session one after the
 * other, so a call that waits has a session of its own, which then keeps the grant. Calls that do
 * not wait share one session.
 */
import { type Call, change, FOREVER, later, now, type Request, type Result } from "./call.js";
import type { Leases } from "./leases.js";
import type { Transport } from "./transport.js";

const HEADER = "X-Holdfast-Session";
const SPARE_MAX = 16;
const RETRY_PAUSE_MS = 200;
const PROBE_MS = 3_000;
const PROBES_LOST_MAX = 2;

/** A session of the locks API, as the client knows it. Times are in milliseconds. */
export class Session {
  ended = false;
  waiting: Call | null = null;
  #heard: number;

  constructor(
    readonly id: string,
    readonly idle: number,
    heard: number,
    readonly shared: boolean,
  ) {
    this.#heard = heard;
  }

  /** Notes that the server has answered a request that was sent at that time. */
  heard(sent: number): void {
    this.#heard = Math.max(this.#heard, sent);
  }

  /** When the server may end the session: after twice its idle timeout in silence. */
  get aliveUntil(): number {
    if (this.ended) {
      return -FOREVER;
    }
    return this.idle === 0 ? FOREVER : this.#heard + 2 * this.idle;
  }

  get pingAt(): number {
    return this.idle === 0 ? FOREVER : this.#heard + this.idle / 2;
  }

  get usable(): boolean {
    return now() < this.aliveUntil;
  }

  post(path: string, body: unknown): Request {
    return change("POST", path, body, { [HEADER]: this.id });
  }
}

export class Sessions {
  readonly #transport: Transport;
  readonly #leases: Leases;
  readonly #open = new Set<Session>();
  readonly #spare: Session[] = [];
  #shared: Promise<Session> | null = null;

  constructor(transport: Transport, leases: Leases) {
    this.#transport = transport;
    this.#leases = leases;
  }

  /** Returns the session for calls that do not wait. */
  async shared(): Promise<Session> {
    while (true) {
      const opening = this.#shared ?? this.#start(true);
      this.#shared = opening;
      let session: Session | null = null;
      try {
        session = await opening;
      } finally {
        if (this.#shared === opening && !session?.usable) {
          this.#shared = null;
        }
      }
      if (session.usable) {
        return session;
      }
    }
  }

  /** Returns a session in which one call may wait. */
  async dedicated(): Promise<Session> {
    for (let spare = this.#spare.pop(); spare !== undefined; spare = this.#spare.pop()) {
      if (spare.usable) {
        return spare;
      }
      this.#open.delete(spare);
    }
    return this.#start(false);
  }

  /** Takes a session back that holds nothing and waits for nothing. */
  giveBack(session: Session): void {
    if (session.shared) {
      return;
    }
    if (session.usable && this.#spare.length < SPARE_MAX && !this.#transport.closed) {
      this.#spare.push(session);
    } else {
      this.discard(session);
    }
  }

  /** Deletes a session in the background, and with it what it may hold or wait for. */
  discard(session: Session): void {
    if (!session.shared && this.#open.delete(session)) {
      void this.#transport.start(deletion(session));
    }
  }

  /**
   * Stops using a shared session in which a grant may exist that the client does not know of. If
   * nothing else is held in it, it is deleted, and the grant with it.
   */
  async suspect(session: Session): Promise<void> {
    if (this.#shared !== null && (await this.#shared.catch(() => null)) === session) {
      this.#shared = null;
    }
    if (!this.#leases.uses(session) && this.#open.delete(session)) {
      void this.#transport.start(deletion(session));
    }
  }

  async #start(shared: boolean): Promise<Session> {
    const owner = this.#transport.owner;
    const body = owner === undefined ? {} : { owner };
    const reply = await this.#transport.ask(change("POST", "/v1/sessions", body));
    const fields = reply.json();
    const idle = fields.idle_timeout_s * 1000;
    const session = new Session(fields.session_id, idle, reply.sent, shared);
    this.#open.add(session);
    this.#schedule(session);
    return session;
  }

  /** Notes that the server does not know the session any more. */
  ended(session: Session): void {
    session.ended = true;
    this.#open.delete(session);
    this.#leases.sessionEnded(session);
  }

  #schedule(session: Session): void {
    if (session.idle > 0) {
      later(() => this.#tick(session), session.pingAt - now());
    }
  }

  #tick(session: Session): void {
    const at = now();
    if (!this.#open.has(session) || at >= session.aliveUntil) {
      return;
    }
    if (at < session.pingAt) {
      this.#schedule(session);
      return;
    }
    const left = session.aliveUntil - at;
    const attempt = this.#transport.requestTimeout / 2;
    const timing = { deadline: at + left, attempt, patience: left };
    void this.#transport.start(ping(session), timing).then((result) => {
      const pause = this.#pinged(session, result) ? 0 : RETRY_PAUSE_MS;
      later(() => this.#tick(session), pause);
    });
  }

  #pinged(session: Session, result: Result): boolean {
    if (result.kind === "reply" && result.ok) {
      session.heard(result.sent);
      return true;
    }
    if (result.kind === "reply" && result.status === 410) {
      this.ended(session);
    }
    return false;
  }

  /**
   * Watches the member at which a call of this session waits. A connection can break without a
   * sign; the call then continues at another member, with the same id.
   */
  waitBegins(session: Session, call: Call): void {
    session.waiting = call;
    this.#probeLater(session, call, 0);
  }

  waitEnds(session: Session): void {
    session.waiting = null;
  }

  #probeLater(session: Session, call: Call, lost: number): void {
    later(() => void this.#probe(session, call, lost), PROBE_MS);
  }

  async #probe(session: Session, call: Call, lost: number): Promise<void> {
    if (session.waiting !== call) {
      return;
    }
    const member = call.member;
    const timing = { deadline: now() + PROBE_MS, attempt: PROBE_MS, patience: PROBE_MS };
    const result = await this.#transport.start(ping(session), timing, member);
    const answered = result.kind === "reply";
    if (!answered && lost + 1 === PROBES_LOST_MAX) {
      call.leave(member);
    }
    this.#pinged(session, result);
    this.#probeLater(session, call, answered ? 0 : (lost + 1) % PROBES_LOST_MAX);
  }

  /** Deletes all sessions, which releases what they hold, and waits for the replies. */
  async close(): Promise<void> {
    const sessions = [...this.#open];
    this.#open.clear();
    await Promise.all(sessions.map((session) => this.#transport.start(deletion(session))));
  }
}

function ping(session: Session): Request {
  return change("POST", `/v1/sessions/${session.id}/ping`);
}

function deletion(session: Session): Request {
  return change("DELETE", `/v1/sessions/${session.id}`);
}
