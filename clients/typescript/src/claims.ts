/** Claims: jobs take turns on a resource, and everyone sees the queue and its history. */
import { change, type Fields, FOREVER, get, now, type Reply, type Request } from "./call.js";
import type { Result } from "./call.js";
import type { Context } from "./context.js";
import { Lease, type LeaseCalls } from "./leases.js";
import { type Acquired, busy, failure, refusal, refusalOf, refused } from "./results.js";
import { query } from "./transport.js";

const PATH = "/v1/claims/";
/** The server holds a reply back for at most a minute. */
const POLL_MAX_S = 30;

export type ClaimStatus =
  | "waiting"
  | "active"
  | "released"
  | "aborted"
  | "withdrawn"
  | "revoked"
  | "expired";

/** A claim, as the server sees it. Durations are in seconds. */
export interface Claim {
  readonly id: number;
  readonly resource: string;
  readonly status: ClaimStatus;
  readonly created: Date;
  readonly ttl: number | null;
  readonly activeDuration: number | null;
  readonly waitingDuration: number;
  readonly fence: number | null;
  readonly userData: unknown;
}

export interface ClaimOptions {
  /** Seconds to wait until the claim is active. */
  readonly wait?: number;
  /** Shown to others. */
  readonly userData?: unknown;
}

export class Claims {
  readonly #context: Context;

  /** @internal */
  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Claims a resource and waits until the claim is active. Then it is renewed until the lease is
   * released. If the wait is over, the claim is withdrawn.
   */
  async acquire(resource: string, ttl: number, options: ClaimOptions = {}): Promise<Acquired> {
    this.#context.checkOpen();
    const deadline = now() + Math.min((options.wait ?? 0) * 1000, FOREVER);
    const result = await this.#context.transport.send(creation(resource, ttl, options.userData));
    if (result.kind === "lost" || !result.ok) {
      return refusal(result);
    }
    const claim = claimOf(result);
    let settled = false;
    try {
      const acquired = await this.#hold(claim, result, ttl, deadline);
      settled = acquired.kind === "granted";
      return acquired;
    } catch (error) {
      return refusalOf(error);
    } finally {
      if (!settled) {
        void this.#context.transport.start(patch(claim.id, { status: "withdrawn" }));
      }
    }
  }

  async #hold(first: Claim, reply: Reply, ttl: number, deadline: number): Promise<Acquired> {
    const soon = reply.attempts === 1 && now() - reply.sent < (ttl * 1000) / 4;
    if (first.status === "active" && soon) {
      return this.#granted(first, reply.sent, ttl);
    }
    let claim = first;
    while (claim.status === "waiting") {
      const left = deadline - now();
      if (left <= 0) {
        return busy("another claim on the resource is active");
      }
      claim = await this.wait(claim.id, "waiting", left / 1000);
    }
    if (claim.status !== "active") {
      return refused(claim.status, `the claim is ${claim.status}`);
    }
    // The turn began at an unknown time, so it is counted from a renewal.
    const renewal = await this.#context.transport.send(patch(claim.id, { ttl }));
    if (renewal.kind === "lost" || !renewal.ok) {
      return refusal(renewal);
    }
    return this.#granted(claimOf(renewal), renewal.sent, ttl);
  }

  #granted(claim: Claim, sent: number, ttl: number): Acquired {
    const leases = this.#context.leases;
    const { id, resource } = claim;
    const grant = { api: "claims", key: resource, token: String(id), fence: claim.fence ?? 0 };
    const lease = new Lease(leases, grant, ttl * 1000, sent, null, calls(id, ttl));
    return { kind: "granted", lease: leases.watch(lease, sent) };
  }

  /** Makes a claim, which the caller has to renew and release. */
  async create(resource: string, ttl: number, userData?: unknown): Promise<Claim> {
    return claimOf(await this.#context.transport.ask(creation(resource, ttl, userData)));
  }

  async get(id: number): Promise<Claim> {
    return claimOf(await this.#context.transport.ask(get(`${PATH}${id}/`)));
  }

  /** Waits until the claim has another status than this one, or the seconds are over. */
  async wait(id: number, seen: ClaimStatus, seconds: number): Promise<Claim> {
    const deadline = now() + Math.min(seconds * 1000, FOREVER);
    while (true) {
      const left = Math.max(0, deadline - now());
      const poll = left > 0 ? Math.min(POLL_MAX_S, Math.floor(left / 1000) + 1) : 0;
      const result = await this.#poll(id, seen, poll);
      const unchanged = result.kind === "reply" && result.status === 304;
      if (!unchanged && (result.kind === "lost" || !result.ok)) {
        throw failure(result);
      }
      const claim = unchanged ? await this.get(id) : claimOf(result as Reply);
      if (claim.status !== seen || now() >= deadline) {
        return claim;
      }
    }
  }

  #poll(id: number, seen: ClaimStatus, seconds: number): Promise<Result> {
    this.#context.checkOpen();
    const headers: Record<string, string> =
      seconds > 0 ? { Prefer: `wait=${seconds}`, "If-None-Match": `W/"${seen}"` } : {};
    const patience = this.#context.transport.requestTimeout;
    const attempt = seconds * 1000 + patience;
    const timing = { deadline: now() + 2 * attempt, attempt, patience };
    return this.#context.transport.send(get(`${PATH}${id}/`, headers), timing);
  }

  /** Renews an active claim; the ttl counts from now. */
  async renew(id: number, ttl: number): Promise<Claim> {
    return claimOf(await this.#context.transport.ask(patch(id, { ttl })));
  }

  /** Ends a claim. */
  async end(id: number, status: Exclude<ClaimStatus, "waiting" | "active" | "expired">) {
    await this.#context.transport.ask(patch(id, { status }));
  }

  /** Returns a page of claims in the order of their ids, ended ones included. */
  async list(
    filter: {
      readonly resource?: string;
      readonly status?: ClaimStatus;
      readonly limit?: number;
      readonly offset?: number;
    } = {},
  ): Promise<Claim[]> {
    const reply = await this.#context.transport.ask(get(PATH + query({ limit: 100, ...filter })));
    return (reply.json() as Fields[]).map((fields) => claimFrom(fields, null));
  }
}

function creation(resource: string, ttl: number, userData: unknown): Request {
  const data = userData === undefined ? {} : { user_data: userData };
  return change("POST", PATH, { resource, ttl, ...data });
}

function patch(id: number, body: unknown): Request {
  return change("PATCH", `${PATH}${id}/`, body);
}

function claimOf(reply: Reply): Claim {
  const fence = reply.header("X-Fence");
  return claimFrom(reply.json(), fence === null ? null : Number(fence));
}

function claimFrom(fields: Fields, fence: number | null): Claim {
  return {
    id: Number(/(\d+)\/?$/.exec(fields.url)?.[1]),
    resource: fields.resource,
    status: fields.status,
    created: new Date(fields.created),
    ttl: fields.ttl ?? null,
    activeDuration: fields.active_duration ?? null,
    waitingDuration: fields.waiting_duration ?? 0,
    fence,
    userData: fields.user_data ?? null,
  };
}

function calls(id: number, ttl: number): LeaseCalls {
  return {
    renewal: () => patch(id, { ttl }),
    renewed: (reply) => {
      if (reply.ok) {
        return { kind: "renewed", ttl: ttl * 1000 };
      }
      return reply.status === 400 || reply.status === 404
        ? { kind: "ended", reason: "ended_by_server", detail: reply.detail }
        : { kind: "refused", detail: reply.detail };
    },
    release: () => patch(id, { status: "released" }),
    released: (reply) => reply.ok,
    ended: () => {},
  };
}
