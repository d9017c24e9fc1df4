/** The resources of all APIs: who holds them, who waits, and who held them before. */
import { change, type Fields, get } from "./call.js";
import type { Context } from "./context.js";
import { failure } from "./results.js";
import { query, segment } from "./transport.js";

const PATH = "/v1/resources";

export interface Holder {
  readonly owner: string | null;
  readonly since: Date;
  /** In seconds. */
  readonly expiresIn: number;
  readonly fence: number;
  readonly session: number | null;
}

/** A client that waits. Position 1 is next. */
export interface Waiter {
  readonly position: number;
  readonly owner: string | null;
  readonly since: Date;
  /** In seconds; null if it waits without a limit. */
  readonly givesUpIn: number | null;
  readonly session: number | null;
}

/** A grant that has ended. `end` says how; `by` and `reason` are those of a break. */
export interface PastGrant {
  readonly api: string;
  readonly key: string;
  readonly owner: string | null;
  readonly fence: number;
  readonly since: Date;
  readonly ended: Date;
  readonly waited: number;
  readonly held: number;
  readonly end: string;
  readonly by: string | null;
  readonly reason: string | null;
}

/** A resource of any API. In a list it has the first holder only, and no queue or history. */
export interface Resource {
  readonly api: string;
  readonly key: string;
  readonly limit: number;
  readonly held: number;
  readonly waiting: number;
  readonly holders: readonly Holder[];
  readonly queue: readonly Waiter[];
  readonly history: readonly PastGrant[];
}

export interface ResourceFilter {
  readonly api?: string;
  readonly prefix?: string;
  readonly state?: "held" | "waiting" | "idle";
  readonly owner?: string;
  readonly sort?: "age" | "wait" | "queue";
}

export interface HistoryFilter {
  readonly api?: string;
  readonly prefix?: string;
  readonly owner?: string;
  /** Selects the grants that were held at that time. */
  readonly at?: Date;
  readonly from?: Date;
  readonly to?: Date;
}

export class Resources {
  readonly #context: Context;

  /** @internal */
  constructor(context: Context) {
    this.#context = context;
  }

  /** Returns all resources that match, a request for each page. */
  async *list(filter: ResourceFilter = {}): AsyncGenerator<Resource> {
    for await (const fields of this.#pages(PATH, "resources", { ...filter })) {
      yield resource(fields);
    }
  }

  /** Returns a resource with holders, queue and history; null if it is unknown. */
  async find(api: string, key: string): Promise<Resource | null> {
    const reply = await this.#context.transport.reply(get(path(api, key)));
    if (reply.status === 404) {
      return null;
    }
    if (!reply.ok) {
      throw failure(reply);
    }
    return resource(reply.json());
  }

  /** Returns past grants, a request for each page. */
  async *history(filter: HistoryFilter = {}): AsyncGenerator<PastGrant> {
    const { at, from, to, ...names } = filter;
    const parameters = {
      ...names,
      at: at?.toISOString(),
      from: from?.toISOString(),
      to: to?.toISOString(),
    };
    for await (const fields of this.#pages("/v1/history", "history", parameters)) {
      if (isGrant(fields)) {
        yield past(fields, {});
      }
    }
  }

  /** Ends a grant of another client; false if no holder has that fence any more. */
  async breakGrant(api: string, key: string, fence: number, reason: string): Promise<boolean> {
    const request = change("DELETE", `${path(api, key)}/holders/${fence}`, { reason });
    const reply = await this.#context.transport.reply(request);
    if (reply.status === 404 && reply.code === "not_held") {
      return false;
    }
    if (!reply.ok) {
      throw failure(reply);
    }
    return true;
  }

  async *#pages(from: string, name: string, parameters: Fields): AsyncGenerator<Fields> {
    let after: string | null = null;
    do {
      const request = get(from + query({ ...parameters, after }));
      const fields: Fields = (await this.#context.transport.ask(request)).json();
      yield* fields[name];
      after = fields.next ?? null;
    } while (after !== null);
  }
}

function path(api: string, key: string): string {
  return `${PATH}/${segment(api)}/${segment(key)}`;
}

function resource(fields: Fields): Resource {
  const holders: Fields[] = fields.holder ? [fields.holder] : (fields.holders ?? []);
  return {
    api: fields.api,
    key: fields.key,
    limit: fields.limit ?? 1,
    held: fields.held ?? 0,
    waiting: fields.waiting ?? 0,
    holders: holders.map((each) => ({
      owner: each.owner ?? null,
      since: new Date(each.since),
      expiresIn: each.expires_in_s ?? 0,
      fence: each.fence,
      session: each.session ?? null,
    })),
    queue: ((fields.queue ?? []) as Fields[]).map((each) => ({
      position: each.position,
      owner: each.owner ?? null,
      since: new Date(each.since),
      givesUpIn: each.gives_up_in_s ?? null,
      session: each.session ?? null,
    })),
    history: ((fields.history ?? []) as Fields[]).filter(isGrant).map((each) => past(each, fields)),
  };
}

/** The history also has waits that ended without a grant. */
function isGrant(row: Fields): boolean {
  return row["kind"] !== "wait";
}

function past(fields: Fields, of: Fields): PastGrant {
  return {
    api: fields.api ?? of.api,
    key: fields.key ?? of.key,
    owner: fields.owner ?? null,
    fence: fields.fence,
    since: new Date(fields.since),
    ended: new Date(fields.ended),
    waited: fields.waited_s ?? 0,
    held: fields.held_s ?? 0,
    end: fields.end,
    by: fields.by ?? null,
    reason: fields.reason ?? null,
  };
}
