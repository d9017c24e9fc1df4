import type { Token } from "./call.js";
import { Claims } from "./claims.js";
import { Context } from "./context.js";
import type { Lease } from "./leases.js";
import { type AcquireOptions, LockProtocol } from "./locks.js";
import { Nodes } from "./nodes.js";
import { Pool } from "./pools.js";
import { Resources } from "./resources.js";
import { type Acquired, orThrow, type Queued } from "./results.js";
import { addresses, ownerName, Transport } from "./transport.js";
import { newWire, type Tls } from "./wire.js";

export interface ClientOptions {
  /** A bearer token, or a function that returns one for each request. */
  readonly token?: Token;
  /** Certificates for TLS, in Node only. */
  readonly tls?: Tls;
  /** The name that others see beside what this client holds. */
  readonly owner?: string;
  /** Seconds that locks and semaphores last without renewal; 30 by default. */
  readonly ttl?: number;
  /** The limit in seconds for one request with all its attempts; 10 by default. */
  readonly requestTimeout?: number;
}

/**
 * A client of a Holdfast server or cluster. One client serves a whole program; `close()` releases
 * everything that it holds. Times are in seconds.
 */
export class Client {
  readonly #context: Context;

  /** @param address the members of one cluster, as a list or comma-separated */
  constructor(
    address: string | readonly string[] = "http://127.0.0.1:6389",
    options: ClientOptions = {},
  ) {
    const requestTimeout = (options.requestTimeout ?? 10) * 1000;
    if (!(requestTimeout > 0)) {
      throw new TypeError("a timeout must be positive");
    }
    const settings = {
      addresses: addresses(address),
      token: options.token,
      owner: ownerName(options.owner),
      requestTimeout,
    };
    const transport = new Transport(newWire(options.tls), settings);
    this.#context = new Context(transport, options.ttl ?? 30);
    this.#context.wholeTtl();
  }

  /**
   * Holds a lock. It waits without a limit, unless `wait` sets one.
   *
   * @throws Busy after the wait; HoldfastError if the server refuses or no member answers
   */
  async lock(name: string, options: AcquireOptions = {}): Promise<Lease> {
    return orThrow(await this.acquire(name, { wait: Infinity, ...options }));
  }

  /** Tries to hold a lock, without waiting unless `wait` says so. */
  acquire(name: string, options: AcquireOptions = {}): Promise<Acquired> {
    return new LockProtocol(this.#context, name, 0, options).acquire();
  }

  /** Holds a slot of a semaphore. The first client fixes the limit, which is the same for all. */
  async semaphore(name: string, limit: number, options: AcquireOptions = {}): Promise<Lease> {
    return orThrow(await this.acquireSemaphore(name, limit, { wait: Infinity, ...options }));
  }

  /** Tries to hold a slot of a semaphore, without waiting unless `wait` says so. */
  acquireSemaphore(name: string, limit: number, options: AcquireOptions = {}): Promise<Acquired> {
    return this.#slots(name, limit, options).acquire();
  }

  /** Takes a lock, or a slot of a semaphore with a limit, or a place in its queue. */
  enqueue(
    name: string,
    options: AcquireOptions & { readonly limit?: number } = {},
  ): Promise<Acquired | Queued> {
    const { limit, ...rest } = options;
    return limit === undefined
      ? new LockProtocol(this.#context, name, 0, rest).enqueue()
      : this.#slots(name, limit, rest).enqueue();
  }

  #slots(name: string, limit: number, options: AcquireOptions): LockProtocol {
    if (!(limit >= 1)) {
      throw new TypeError("a limit must be positive");
    }
    return new LockProtocol(this.#context, name, limit, options);
  }

  /** Renews a lock by the token of a grant that another client may have got; returns seconds. */
  renew(name: string, token: string): Promise<number> {
    return new LockProtocol(this.#context, name, 0).renew(token);
  }

  /** Releases a lock by its token; false if the token is not held. */
  release(name: string, token: string): Promise<boolean> {
    return new LockProtocol(this.#context, name, 0).release(token);
  }

  /** Returns a pool; its `create` makes it exist. */
  pool(id: string): Pool {
    return new Pool(this.#context, id);
  }

  get claims(): Claims {
    return new Claims(this.#context);
  }

  get nodes(): Nodes {
    return new Nodes(this.#context);
  }

  get resources(): Resources {
    return new Resources(this.#context);
  }

  /** Releases everything, and waits at most the request timeout for it. */
  async close(): Promise<void> {
    if (!this.#context.closed) {
      this.#context.closed = true;
      await this.#context.leases.close();
      await this.#context.sessions.close();
      this.#context.transport.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
