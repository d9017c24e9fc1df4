/** Work nodes: a lease keeps two workers from working on the same one. */
import { change, type Fields, get, type Reply } from "./call.js";
import type { Context } from "./context.js";
import { Lease, type LeaseCalls } from "./leases.js";
import { type Acquired, busy, failure, HoldfastError, refusal } from "./results.js";
import { segment } from "./transport.js";

const PATH = "/v1/nodes";

/** A lease on a node, as the server sees it. `by` is the person that holds it. */
export interface NodeLease {
  readonly node: string;
  readonly by: string;
  /** In seconds. */
  readonly expiresIn: number;
  readonly fence: number;
  readonly session: string | null;
  readonly capped: boolean;
}

/** A node of the queue. `why` says what its score is made of. */
export interface NodeItem {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly status: string;
  readonly priority: string;
  readonly why: string;
}

/** Work nodes. The holder is the person that the client's token names. */
export class Nodes {
  readonly #context: Context;

  /** @internal */
  constructor(context: Context) {
    this.#context = context;
  }

  /** Writes a node, whose text has front matter, and returns its revision. */
  async write(markdown: string): Promise<string> {
    const request = change("POST", PATH, null, { "Content-Type": "text/markdown" });
    const reply = await this.#context.transport.ask({ ...request, body: markdown });
    const result: Fields = reply.json().results?.[0] ?? {};
    if (result.ok !== true) {
      const error: Fields = result.error ?? {};
      throw new HoldfastError(error.code ?? "invalid_node", 207, error.message ?? "not written");
    }
    return result.revision;
  }

  /** Returns the text of a node; null if it does not exist. */
  async read(id: string): Promise<string | null> {
    const reply = await this.#context.transport.reply(get(path(id, "")));
    if (reply.status === 404) {
      return null;
    }
    if (!reply.ok) {
      throw failure(reply);
    }
    return reply.json().raw;
  }

  /** Returns the nodes that are free or this person's own, the most urgent first. */
  async queue(limit = 100): Promise<NodeItem[]> {
    const reply = await this.#context.transport.ask(get(`/v1/queue?limit=${limit}`));
    return (reply.json().items as Fields[]).map((item) => ({
      id: item.id,
      title: item.title ?? "",
      type: item.type ?? "",
      status: item.status ?? "",
      priority: item.priority ?? "",
      why: item.why ?? "",
    }));
  }

  /**
   * Claims a node without waiting. A session binds the lease to one run. It is renewed until it is
   * released, which also removes the `assigned` edge. Its length is the server's setting.
   */
  async claim(id: string, session?: string): Promise<Acquired> {
    this.#context.checkOpen();
    const body = session === undefined ? {} : { session };
    const result = await this.#context.transport.send(change("POST", path(id, "/claim"), body));
    if (result.kind === "lost" || !result.ok) {
      const held = result.kind === "reply" && result.status === 409 && result.code === "conflict";
      return held ? busy(result.detail) : refusal(result);
    }
    const info = leaseOf(result);
    const leases = this.#context.leases;
    const grant = { api: "nodes", key: id, token: "", fence: info.fence };
    const ttl = info.expiresIn * 1000;
    const lease = new Lease(leases, grant, ttl, result.sent, null, calls(id, body, info.fence));
    return { kind: "granted", lease: leases.watch(lease, result.sent) };
  }

  /** Renews a lease that this person has, for programs that keep no Lease. */
  renew(id: string): Promise<NodeLease> {
    return this.#lease(id, "/renew", {});
  }

  /** Adds seconds to a lease that this person has, up to the server's maximum. */
  extend(id: string, seconds: number): Promise<NodeLease> {
    return this.#lease(id, "/extend", { ms: Math.round(seconds * 1000) });
  }

  /** Parks a lease that this person has, so that only this person can claim the node. */
  reserve(id: string): Promise<NodeLease> {
    return this.#lease(id, "/reserve", {});
  }

  /** Releases a node and removes this person's edge. Repeating it does no harm. */
  async release(id: string): Promise<void> {
    await this.#context.transport.ask(change("POST", path(id, "/release"), {}));
  }

  async #lease(id: string, call: string, body: unknown): Promise<NodeLease> {
    return leaseOf(await this.#context.transport.ask(change("POST", path(id, call), body)));
  }
}

function path(id: string, call: string): string {
  return `${PATH}/${segment(id)}${call}`;
}

function leaseOf(reply: Reply): NodeLease {
  const fields = reply.json();
  const lease: Fields = fields.lease;
  return {
    node: lease.node_id,
    by: lease.by,
    expiresIn: lease.expires_in_ms / 1000,
    fence: lease.fence,
    session: lease.session ?? null,
    capped: fields.capped_to_max === true,
  };
}

function calls(id: string, body: unknown, fence: number): LeaseCalls {
  return {
    renewal: () => change("POST", path(id, "/renew"), body),
    renewed: (reply) => {
      if (reply.ok) {
        const info = leaseOf(reply);
        return info.fence === fence
          ? { kind: "renewed", ttl: info.expiresIn * 1000 }
          : { kind: "ended", reason: "ended_by_server", detail: "the node was claimed again" };
      }
      return reply.status === 404 || reply.status === 409
        ? { kind: "ended", reason: "ended_by_server", detail: reply.detail }
        : { kind: "refused", detail: reply.detail };
    },
    release: () => change("POST", path(id, "/release"), {}),
    released: (reply) => reply.ok,
    ended: () => {},
  };
}
