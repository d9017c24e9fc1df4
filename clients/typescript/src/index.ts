/** A client of Holdfast, the lock service. */
export { Client, type ClientOptions } from "./client.js";
export type { Claim, ClaimOptions, Claims, ClaimStatus } from "./claims.js";
export { Lease, type LostListener } from "./leases.js";
export { type AcquireOptions, Place } from "./locks.js";
export type { NodeItem, NodeLease, Nodes } from "./nodes.js";
export type { Pool, PoolStatus } from "./pools.js";
export type {
  HistoryFilter,
  Holder,
  PastGrant,
  Resource,
  ResourceFilter,
  Resources,
  Waiter,
} from "./resources.js";
export {
  type Acquired,
  Busy,
  type Granted,
  HoldfastError,
  LeaseLost,
  type Loss,
  type LossReason,
  orThrow,
  type Queued,
  type Refused,
  type Unknown,
} from "./results.js";
export type { Tls } from "./wire.js";
