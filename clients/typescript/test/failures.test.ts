/** Servers that are killed, replies that are lost, members that do not answer. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import * as net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Client, type Loss } from "../src/node.js";
import { CuttingProxy, eventually, Server } from "./server.js";

let server: Server;

before(async () => {
  server = await Server.start();
});

after(async () => {
  await server?.stop();
});

test("a lock and a wait outlive a killed server that is restarted", async () => {
  await using holder = new Client(server.url, { requestTimeout: 60 });
  await using waiter = new Client(server.url, { requestTimeout: 60 });
  const losses: Loss[] = [];
  const held = await holder.lock("killed", { onLost: (loss) => losses.push(loss) });
  const waiting = waiter.lock("killed");
  await eventually(async () => {
    return (await holder.resources.find("locks", "killed"))?.waiting === 1;
  });
  await server.kill();
  await server.start();
  assert.ok(held.isHeld);
  assert.equal(await held.release(), true);
  const lock = await waiting;
  assert.ok(lock.fence > held.fence);
  assert.deepEqual(losses, []);
});

test("a lease is lost if the server stays away", async () => {
  const away = await Server.start();
  try {
    await using client = new Client(away.url, { requestTimeout: 1 });
    const lock = await client.lock("away", { ttl: 2 });
    await away.kill();
    await eventually(async () => lock.loss !== null);
    assert.equal(lock.loss?.reason, "unreachable");
    const result = await client.acquire("away");
    assert.ok(result.kind === "unknown" && result.detail.includes("connection refused"));
  } finally {
    await away.stop();
  }
});

test("a lost reply is asked for again and acts once", async () => {
  const proxy = await CuttingProxy.start(server.port);
  await using client = new Client(proxy.url);
  await using direct = new Client(server.url);
  await (await client.lock("cut")).release();
  proxy.cutReplyTo("/v1/locks/");
  const lock = await client.lock("cut");
  const found = await direct.resources.find("locks", "cut");
  assert.deepEqual([proxy.cuts, found?.holders[0]?.fence], [1, lock.fence]);
  const pool = client.pool(randomUUID());
  await pool.create(3);
  proxy.cutReplyTo("/borrow");
  await pool.borrow(60);
  assert.deepEqual([proxy.cuts, (await pool.status())?.inUse], [2, 1]);
  await client.close();
  proxy.close();
});

test("a client goes on at the next address in the same session", async () => {
  const proxy = await CuttingProxy.start(server.port);
  await using client = new Client([proxy.url, server.url]);
  const lock = await client.lock("failover");
  const session = (await client.resources.find("locks", "failover"))?.holders[0]?.session;
  proxy.close();
  await client.lock("failover-next");
  const next = await client.resources.find("locks", "failover-next");
  assert.equal(next?.holders[0]?.session, session);
  assert.ok(lock.isHeld);
});

test("a member that never answers is left", async () => {
  const silent = net.createServer();
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as net.AddressInfo;
  await using client = new Client(`127.0.0.1:${port},${server.url}`, { requestTimeout: 4 });
  assert.equal((await client.acquire("silent")).kind, "granted");
  await client.close();
  silent.close();
});

test("a token is sent, and its supplier is asked again", async () => {
  const guarded = await Server.start("--auth-token", "s3cret");
  try {
    await using wrong = new Client(guarded.url, { token: "wrong" });
    const refused = await wrong.acquire("token");
    assert.ok(refused.kind === "refused" && refused.code === "unauthorized");
    const tokens = ["expired"];
    await using right = new Client(guarded.url, { token: () => tokens.pop() ?? "s3cret" });
    assert.equal((await right.acquire("token")).kind, "granted");
  } finally {
    await guarded.stop();
  }
});

test("a certificate of the configured authority is accepted", async () => {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-tls-"));
  const [cert, key] = [join(directory, "cert.pem"), join(directory, "key.pem")];
  const make = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost";
  const names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert];
  execFileSync("openssl", [...make.split(" "), ...names], { stdio: "ignore" });
  const secure = await Server.start("--tls-cert", cert, "--tls-key", key);
  try {
    await using client = new Client(secure.url, { tls: { ca: readFileSync(cert, "utf8") } });
    assert.equal((await client.acquire("tls")).kind, "granted");
    await using strange = new Client(secure.url, { requestTimeout: 2 });
    assert.equal((await strange.acquire("tls")).kind, "unknown");
  } finally {
    await secure.stop();
    rmSync(directory, { recursive: true });
  }
});

test("invalid settings are rejected", () => {
  for (const address of ["ftp://host", "http://host:port", "", "http://host?x=1"]) {
    assert.throws(() => new Client(address), TypeError);
  }
  assert.throws(() => new Client("localhost", { owner: "a\nb" }), TypeError);
  assert.throws(() => new Client("localhost", { ttl: 0 }), TypeError);
});
