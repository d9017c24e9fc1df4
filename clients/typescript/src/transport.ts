/** Sends requests to the members. Any member serves any request, in any session. */
import { Call, type Members, now, type Reply, type Request, type Result } from "./call.js";
import type { Timing, Token } from "./call.js";
import { failure } from "./results.js";
import type { Wire } from "./wire.js";

const PORT = 6389;

export interface TransportSettings {
  readonly addresses: readonly string[];
  readonly token: Token;
  readonly owner: string | undefined;
  readonly requestTimeout: number;
}

export class Transport implements Members {
  readonly addresses: readonly string[];
  readonly token: Token;
  readonly owner: string | undefined;
  /** The limit for one request with all its attempts, in milliseconds. */
  readonly requestTimeout: number;
  readonly #calls = new Set<Call>();
  #current = 0;
  closed = false;

  constructor(
    readonly wire: Wire,
    settings: TransportSettings,
  ) {
    this.addresses = settings.addresses;
    this.token = settings.token;
    this.owner = settings.owner;
    this.requestTimeout = settings.requestTimeout;
  }

  /** Makes new calls start at the next member, unless another call has already done so. */
  next(failed: number): number {
    const following = (failed + 1) % this.addresses.length;
    if (this.#current === failed) {
      this.#current = following;
    }
    return following;
  }

  /** Returns the usual timing: all attempts within the request timeout. */
  usual(): Timing {
    const patience = this.requestTimeout;
    return { deadline: now() + patience, attempt: patience / 2, patience };
  }

  /** Creates a call; one with a member is sent to no other. */
  call(request: Request, timing: Timing = this.usual(), member?: number): Call {
    const call = new Call(this, request, timing, member ?? this.#current, member !== undefined);
    if (this.closed) {
      call.cancel("the client is closed");
    }
    return call;
  }

  async run(call: Call): Promise<Result> {
    this.#calls.add(call);
    try {
      return await call.run();
    } finally {
      this.#calls.delete(call);
    }
  }

  send(request: Request, timing?: Timing, member?: number): Promise<Result> {
    return this.run(this.call(request, timing, member));
  }

  /** Sends a request in the background; the supplier of tokens may fail. */
  async start(request: Request, timing?: Timing, member?: number): Promise<Result> {
    try {
      return await this.send(request, timing, member);
    } catch (error) {
      const why = `no token was supplied: ${error}`;
      return { kind: "lost", why, maybeApplied: false, inFlight: false };
    }
  }

  /** Returns the reply, which may be an error. */
  async reply(request: Request): Promise<Reply> {
    const result = await this.send(request);
    if (result.kind === "lost") {
      throw failure(result);
    }
    return result;
  }

  /** Returns the reply, which is not an error. */
  async ask(request: Request): Promise<Reply> {
    const reply = await this.reply(request);
    if (!reply.ok) {
      throw failure(reply);
    }
    return reply;
  }

  close(): void {
    this.closed = true;
    for (const call of this.#calls) {
      call.cancel("the client is closed");
    }
    this.wire.close();
  }
}

/** Returns the addresses of the members as URLs with a port. */
export function addresses(given: string | readonly string[]): string[] {
  const lists = typeof given === "string" ? [given] : given;
  const found: string[] = [];
  for (const address of lists.flatMap((list) => list.split(",")).map((part) => part.trim())) {
    if (address !== "") {
      found.push(url(address));
    }
  }
  if (found.length === 0) {
    throw new TypeError("no address was given");
  }
  return found;
}

function url(address: string): string {
  const plain = !address.includes("://");
  const text = (plain ? `http://${address}` : address).replace(/\/$/, "");
  let parsed: URL;
  try {
    parsed = new URL(text);
  } catch {
    throw new TypeError(`invalid address "${address}"`);
  }
  if (!["http:", "https:"].includes(parsed.protocol) || parsed.search !== "") {
    throw new TypeError(
      `invalid address "${address}"; expected http://host:port or https://host:port`,
    );
  }
  return plain && !/:\d+$/.test(text) ? `${text}:${PORT}` : text;
}

/** Checks the name that others see. */
export function ownerName(owner: string | undefined): string | undefined {
  if (owner !== undefined) {
    const bytes = new TextEncoder().encode(owner).length;
    if (bytes < 1 || bytes > 128 || /[\x00-\x1f\x7f]/.test(owner)) {
      throw new TypeError("an owner has 1 to 128 bytes of UTF-8 without control characters");
    }
  }
  return owner;
}

/** Percent-encodes one segment of a path. */
export function segment(name: string): string {
  if (name === "") {
    throw new TypeError("a key must not be empty");
  }
  if (/^\.\.?$/.test(name) && typeof document !== "undefined") {
    throw new TypeError('browsers cannot send the keys "." and ".."');
  }
  return encodeURIComponent(name);
}

/** Returns the query with the parameters that have a value, or nothing. */
export function query(parameters: Record<string, unknown>): string {
  const parts = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}
