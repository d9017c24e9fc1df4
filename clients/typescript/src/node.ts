/** The entry point for Node, which sends requests by node:http and node:https. */
import * as http from "node:http";
import * as https from "node:https";
import { type Exchange, type Raw, type Tls, type Wire, WireError, wireBy } from "./wire.js";

const CONNECT_MS = 3_000;
const BODY_BYTES_MAX = 64 * 1024 * 1024;

class NodeWire implements Wire {
  readonly #plain = new http.Agent({ keepAlive: true });
  readonly #secure: https.Agent;

  constructor(tls: Tls | undefined) {
    this.#secure = new https.Agent({
      keepAlive: true,
      ca: tls?.ca,
      cert: tls?.certificate,
      key: tls?.key,
    });
  }

  send(exchange: Exchange): Promise<Raw> {
    const secure = exchange.url.startsWith("https:");
    const url = new URL(exchange.url);
    const headers: http.OutgoingHttpHeaders = { ...exchange.headers };
    if (exchange.body !== null) {
      // Node sends the body of a DELETE without its length unless told.
      headers["Content-Length"] = Buffer.byteLength(exchange.body);
    }
    const options: https.RequestOptions = {
      method: exchange.method,
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port,
      // As it is: a URL would drop the keys "." and "..".
      path: exchange.url.slice(url.origin.length) || "/",
      headers,
      agent: secure ? this.#secure : this.#plain,
      signal: exchange.signal,
    };
    return new Promise((resolve, reject) => {
      const request = (secure ? https : http).request(options);
      let reached = false;
      const fail = (failure: Error): void => {
        reject(new WireError(reason(failure, reached), reached));
      };
      const slow = setTimeout(() => {
        request.destroy(new Error("the connection attempt timed out"));
      }, CONNECT_MS);
      const connected = (): void => {
        reached = true;
        clearTimeout(slow);
      };
      request.once("socket", (socket) => {
        if (socket.connecting) {
          socket.once(secure ? "secureConnect" : "connect", connected);
        } else {
          connected();
        }
      });
      request.once("close", () => clearTimeout(slow));
      request.on("error", fail);
      request.once("response", (reply) => read(reply, resolve, fail));
      request.end(exchange.body ?? undefined);
    });
  }

  close(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }
}

function read(
  reply: http.IncomingMessage,
  resolve: (raw: Raw) => void,
  fail: (failure: Error) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  reply.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > BODY_BYTES_MAX) {
      reply.destroy(new Error(`a reply of more than ${BODY_BYTES_MAX} bytes`));
    }
  });
  reply.on("error", fail);
  reply.on("end", () => {
    resolve({
      status: reply.statusCode ?? 0,
      body: Buffer.concat(chunks).toString("utf8"),
      header: (name) => {
        const value = reply.headers[name.toLowerCase()];
        return value === undefined ? null : String(value);
      },
    });
  });
}

function reason(failure: Error, reached: boolean): string {
  const code = (failure as NodeJS.ErrnoException).code;
  if (code === "ECONNREFUSED") {
    return "cannot be reached: connection refused";
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return "cannot be reached: the host name is unknown";
  }
  return (reached ? "closed the connection: " : "cannot be reached: ") + failure.message;
}

wireBy((tls) => new NodeWire(tls));

export * from "./index.js";
