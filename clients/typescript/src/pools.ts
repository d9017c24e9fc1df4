/** Pools of numbered slots. */
import { change, FOREVER, get, now, type Reply, type Request } from "./call.js";
import type { Context } from "./context.js";
import { type Grant, Lease, type LeaseCalls } from "./leases.js";
import { Resources } from "./resources.js";
import { type Acquired, busy, failure, HoldfastError, refusal } from "./results.js";

/** The server waits for at most five minutes; after that the client queues again. */
const WAIT_MAX_MS = 300_000;
const PAUSE_MS = 50;
const FETCH_MAX_MS = 5_000;

/** How many slots a pool has, and how many are lent. */
export interface PoolStatus {
  readonly count: number;
  readonly inUse: number;
  readonly available: number;
}

/**
 * A pool of numbered slots. Every client that knows its UUID, which is a secret, can borrow. A slot
 * is lent for a fixed time, and there is no renewal: the lease is lost when it ends.
 */
export class Pool {
  readonly #context: Context;
  readonly #path: string;

  /** @internal */
  constructor(
    context: Context,
    readonly id: string,
  ) {
    this.#context = context;
    this.#path = `/l/${encodeURIComponent(id)}`;
  }

  /** Creates the pool, or changes its number of slots. Repeating it changes nothing. */
  async create(count: number): Promise<PoolStatus> {
    return status(await this.#context.transport.ask(change("PUT", this.#path, { count })));
  }

  /** Returns the pool's status; null if it does not exist. */
  async status(): Promise<PoolStatus | null> {
    const reply = await this.#context.transport.reply(get(this.#path));
    if (reply.status === 404) {
      return null;
    }
    if (!reply.ok) {
      throw failure(reply);
    }
    return status(reply);
  }

  /** Returns the name under which the resources API shows the pool, which is not a secret. */
  async resourceName(): Promise<string> {
    const reply = await this.#context.transport.ask(get(this.#path));
    const named = reply.header("Holdfast-Resource");
    if (named === null) {
      throw new HoldfastError("not_found", 404, "the server does not name the pool's resource");
    }
    return named.replace(/^pools\//, "");
  }

  /** Deletes the pool with its leases; false if it did not exist. */
  async delete(): Promise<boolean> {
    const reply = await this.#context.transport.ask(change("DELETE", this.#path));
    return reply.json().deleted;
  }

  /** Borrows the lowest free slot for so many seconds, or waits for one. */
  async borrow(ttl: number, options: { readonly wait?: number } = {}): Promise<Acquired> {
    const deadline = now() + Math.min((options.wait ?? 0) * 1000, FOREVER);
    while (true) {
      const left = Math.max(0, deadline - now());
      const acquired = await this.#borrowOnce(ttl, Math.min(left, WAIT_MAX_MS));
      const again = acquired.kind === "refused" && acquired.busy;
      if (!again || now() >= deadline) {
        return acquired;
      }
      // A server that allows shorter waits answers early; it is not asked without a pause.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async #borrowOnce(ttl: number, wait: number): Promise<Acquired> {
    this.#context.checkOpen();
    const transport = this.#context.transport;
    const patience = transport.requestTimeout;
    const limit = wait + patience;
    const result = await transport.send(
      change("POST", `${this.#path}/borrow`, { ttl, wait: wait / 1000 }),
      { deadline: now() + limit, attempt: limit, patience },
    );
    if (result.kind === "reply" && result.status === 409) {
      return busy("no slot became free in time");
    }
    if (result.kind === "lost" || !result.ok) {
      return refusal(result);
    }
    return this.#granted(result, ttl * 1000);
  }

  async #granted(reply: Reply, ttl: number): Promise<Acquired> {
    const fields = reply.json();
    const grant: Grant = {
      api: "pools",
      key: this.id,
      token: fields.lease,
      fence: fields.fence,
      slot: fields.position,
    };
    const lasts = Math.min(ttl, (fields.expires_in ?? Infinity) * 1000);
    const waited = now() - reply.sent > ttl / 4;
    const [left, since] = waited
      ? await this.#counted(grant, lasts, reply.sent)
      : [lasts, reply.sent];
    const leases = this.#context.leases;
    const lease = new Lease(leases, grant, left, since, null, this.#calls(grant.token));
    return { kind: "granted", lease: leases.watch(lease, since) };
  }

  /**
   * Counts a lease that began at an unknown time during the wait. The resources API shows how long
   * it lasts; a client that may not read there counts from the beginning of the wait.
   */
  async #counted(grant: Grant, ttl: number, sent: number): Promise<[number, number]> {
    try {
      const asked = now();
      const name = await this.resourceName();
      const shown = now();
      const found = await new Resources(this.#context).find("pools", name);
      const holder = found?.holders.find((each) => each.fence === grant.fence);
      if (holder !== undefined && now() - asked < FETCH_MAX_MS) {
        return [holder.expiresIn * 1000, shown];
      }
    } catch (error) {
      // No access, or no member answers: the cautious count below holds.
      if (!(error instanceof HoldfastError)) {
        throw error;
      }
    }
    return [ttl, sent];
  }

  /** Returns a slot by the token of its lease; false if that is not lent any more. */
  async giveBack(lease: string): Promise<boolean> {
    return returned(await this.#context.transport.ask(this.#returning(lease)));
  }

  #returning(lease: string): Request {
    return change("POST", `${this.#path}/return`, { lease });
  }

  #calls(token: string): LeaseCalls {
    return {
      renewal: () => null,
      renewed: () => ({ kind: "refused", detail: "pools have no renewal" }),
      release: () => this.#returning(token),
      released: returned,
      ended: () => {},
    };
  }
}

function status(reply: Reply): PoolStatus {
  const fields = reply.json();
  return { count: fields.count, inUse: fields.in_use, available: fields.available };
}

function returned(reply: Reply): boolean {
  return reply.ok && reply.json().returned === true;
}
