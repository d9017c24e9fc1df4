/** Starts real servers from the checkout, and a proxy that cuts connections. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import * as net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = process.env.HOLDFAST_ROOT ?? "../..";
const JAR = join(ROOT, "server/target/lib/holdfast-server.jar");

async function freePort(): Promise<number> {
  const probe = net.createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as net.AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export class Server {
  readonly #directory = mkdtempSync(join(tmpdir(), "holdfast-typescript-"));
  #process: ChildProcess | null = null;

  private constructor(
    readonly port: number,
    readonly flags: readonly string[],
  ) {}

  static async start(...flags: string[]): Promise<Server> {
    if (!existsSync(JAR)) {
      throw new Error(`${JAR} is missing: run ./dev build`);
    }
    const server = new Server(await freePort(), flags);
    await server.start();
    return server;
  }

  get url(): string {
    const scheme = this.flags.includes("--tls-cert") ? "https" : "http";
    return `${scheme}://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin/java") : "java";
    const command = [`@${join(ROOT, "server/jvm.options")}`, "-Xmx192m", "-XX:+UseSerialGC"];
    command.push("-XX:TieredStopAtLevel=1", "-cp", JAR, "io.holdfast.server.Main", "serve");
    command.push("--http-port", String(this.port), "--port", "0");
    command.push("--data-dir", join(this.#directory, "data"), ...this.flags);
    const child = spawn(java, command, { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    let log = "";
    child.stderr.on("data", (chunk) => (log = (log + chunk).slice(-4000)));
    await new Promise<void>((resolve, reject) => {
      child.once("exit", () => reject(new Error(`the server did not start: ${log}`)));
      const lines = createInterface({ input: child.stdout });
      lines.on("line", (line) => line.startsWith("listening on") && resolve());
    });
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#process;
    if (child !== null && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill(signal);
      await ended;
    }
  }

  async stop(): Promise<void> {
    await this.kill("SIGKILL");
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

/** Forwards connections, and can drop the next reply to a request with a certain path. */
export class CuttingProxy {
  readonly #listener: net.Server;
  readonly #sockets = new Set<net.Socket>();
  #cut: string | null = null;
  cuts = 0;

  private constructor(to: number) {
    this.#listener = net.createServer((client) => {
      const server = net.connect(to, "127.0.0.1");
      let dropping = false;
      for (const socket of [client, server]) {
        this.#sockets.add(socket);
        socket.on("error", () => socket.destroy());
        socket.on("close", () => {
          client.destroy();
          server.destroy();
        });
      }
      client.on("data", (data) => {
        if (this.#cut !== null && data.toString("latin1").split("\r\n")[0]?.includes(this.#cut)) {
          this.#cut = null;
          dropping = true;
        }
        server.write(data);
      });
      server.on("data", (data) => {
        if (dropping) {
          this.cuts++;
          client.destroy();
        } else {
          client.write(data);
        }
      });
    });
  }

  static async start(to: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(to);
    await new Promise<void>((resolve) => proxy.#listener.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#listener.address() as net.AddressInfo).port}`;
  }

  cutReplyTo(path: string): void {
    this.#cut = path;
  }

  close(): void {
    this.#listener.close();
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }
}

/** Asks until the answer is there. */
export async function eventually<T>(ask: () => Promise<T | null | undefined | false>): Promise<T> {
  const end = Date.now() + 30_000;
  while (Date.now() < end) {
    const answer = await ask();
    if (answer) {
      return answer;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("it never happened: " + ask);
}
