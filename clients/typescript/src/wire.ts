/** How requests reach a member: by fetch in browsers, by node:http in Node. */

/** A reply as it came. */
export interface Raw {
  readonly status: number;
  readonly body: string;
  header(name: string): string | null;
}

export interface Exchange {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  /** Ends the exchange: its connection is closed. */
  readonly signal: AbortSignal;
}

/** Sends requests. */
export interface Wire {
  send(exchange: Exchange): Promise<Raw>;
  close(): void;
}

/** PEM texts for TLS in Node. Browsers use their own certificates. */
export interface Tls {
  readonly ca?: string;
  readonly certificate?: string;
  readonly key?: string;
}

/** An exchange failed. */
export class WireError extends Error {
  /** @param reached whether the request may have reached the member */
  constructor(
    message: string,
    readonly reached: boolean,
  ) {
    super(message);
  }
}

class FetchWire implements Wire {
  async send(exchange: Exchange): Promise<Raw> {
    try {
      const reply = await fetch(exchange.url, {
        method: exchange.method,
        headers: exchange.headers,
        body: exchange.body,
        signal: exchange.signal,
        redirect: "error",
        cache: "no-store",
        credentials: "omit",
      });
      const body = await reply.text();
      return { status: reply.status, body, header: (name) => reply.headers.get(name) };
    } catch (failure) {
      // fetch does not tell whether the request was sent.
      throw new WireError("cannot be reached: " + text(failure), true);
    }
  }

  close(): void {
    // fetch keeps its own connections.
  }
}

export function text(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

let make: (tls: Tls | undefined) => Wire = (tls) => {
  if (tls !== undefined) {
    throw new Error("browsers have no setting for certificates");
  }
  return new FetchWire();
};

/** Replaces how requests are sent; the entry point for Node does. */
export function wireBy(factory: (tls: Tls | undefined) => Wire): void {
  make = factory;
}

export function newWire(tls: Tls | undefined): Wire {
  return make(tls);
}
