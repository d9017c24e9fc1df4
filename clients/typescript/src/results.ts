/** What a request to hold something returns, and errors. */
import type { Result } from "./call.js";
import type { Lease } from "./leases.js";
import type { Place } from "./locks.js";

/** Why a lease was lost. */
export type LossReason =
  /** No member confirmed a renewal until the lease ended; another client may hold it now. */
  | "unreachable"
  /** An operator broke the grant, or it expired at the server. */
  | "ended_by_server"
  /** The session ended at the server, and with it everything that it held. */
  | "session_ended"
  /** The server refused the renewals, for instance because the token was revoked. */
  | "refused"
  /** Its time is over, and its API has no renewal. */
  | "expired";

/** Reports that a lease ended before it was released. */
export interface Loss {
  readonly lease: Lease;
  readonly reason: LossReason;
  readonly detail: string;
}

/** The client holds it, and renews it until it is released. */
export interface Granted {
  readonly kind: "granted";
  readonly lease: Lease;
}

/** The client has a place in the queue. Position 1 is next. */
export interface Queued {
  readonly kind: "queued";
  readonly position: number;
  readonly place: Place;
}

/** The client does not hold it: another one does (`busy`), or the server refused it (`code`). */
export interface Refused {
  readonly kind: "refused";
  readonly busy: boolean;
  readonly code: string;
  readonly detail: string;
}

/** No member answered. If the request took effect, the grant ends after its ttl. */
export interface Unknown {
  readonly kind: "unknown";
  readonly detail: string;
}

export type Acquired = Granted | Refused | Unknown;

/** The server refused a request, or no member answered (`code` is `unavailable`). */
export class HoldfastError extends Error {
  override readonly name: string = "HoldfastError";

  constructor(
    readonly code: string,
    readonly status: number,
    readonly detail: string,
  ) {
    super(`${code}: ${detail}`);
  }

  /** True if no member answered, so that it is unknown whether the request took effect. */
  get isUnavailable(): boolean {
    return this.code === "unavailable" && this.status === 0;
  }
}

/** Another client holds it, and it did not become free within the wait. */
export class Busy extends HoldfastError {
  override readonly name = "Busy";

  constructor(detail: string) {
    super("busy", 409, detail);
  }
}

/** A lease ended before it was released: stop, and write nothing more. */
export class LeaseLost extends HoldfastError {
  override readonly name = "LeaseLost";

  constructor(readonly loss: Loss) {
    super(loss.reason, 0, loss.detail);
  }
}

export function busy(detail = "another client holds it"): Refused {
  return { kind: "refused", busy: true, code: "busy", detail };
}

export function refused(code: string, detail: string): Refused {
  return { kind: "refused", busy: false, code, detail };
}

/** Returns the lease of a grant, and throws otherwise. */
export function orThrow(acquired: Acquired | Queued): Lease {
  switch (acquired.kind) {
    case "granted":
      return acquired.lease;
    case "refused":
      throw acquired.busy
        ? new Busy(acquired.detail)
        : new HoldfastError(acquired.code, 409, acquired.detail);
    case "unknown":
      throw new HoldfastError("unavailable", 0, acquired.detail);
    case "queued":
      throw new HoldfastError("queued", 409, "the request waits in the queue");
  }
}

export function failure(result: Result): HoldfastError {
  return result.kind === "reply"
    ? new HoldfastError(result.code, result.status, result.detail)
    : new HoldfastError("unavailable", 0, result.why);
}

/** Returns the result of a request to hold something that was not granted. */
export function refusal(result: Result): Refused | Unknown {
  return result.kind === "reply"
    ? refused(result.code, result.detail)
    : { kind: "unknown", detail: result.why };
}

/** Turns an error of the client's own into a result; others are thrown again. */
export function refusalOf(error: unknown): Refused | Unknown {
  if (!(error instanceof HoldfastError)) {
    throw error;
  }
  return error.isUnavailable
    ? { kind: "unknown", detail: error.detail }
    : refused(error.code, error.detail);
}
