import { Leases } from "./leases.js";
import { Sessions } from "./sessions.js";
import type { Transport } from "./transport.js";

/** What the parts of one client share. */
export class Context {
  readonly leases: Leases;
  readonly sessions: Sessions;
  closed = false;

  constructor(
    readonly transport: Transport,
    readonly ttl: number,
  ) {
    this.leases = new Leases(transport);
    this.sessions = new Sessions(transport, this.leases);
  }

  /** Returns a ttl in whole seconds, rounded up. */
  wholeTtl(ttl: number = this.ttl): number {
    if (!(ttl > 0)) {
      throw new TypeError("a ttl must be positive");
    }
    return Math.ceil(ttl);
  }

  checkOpen(): void {
    if (this.closed) {
      throw new Error("the client is closed");
    }
  }
}
