import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { Busy, Client, type Loss, orThrow } from "../src/node.js";
import { eventually, Server } from "./server.js";

let server: Server;
let client: Client;
let other: Client;

before(async () => {
  server = await Server.start();
  client = new Client(server.url, { owner: "ann@ci" });
  other = new Client(server.url, { owner: "bob@ci" });
});

after(async () => {
  await client?.close();
  await other?.close();
  await server?.stop();
});

async function queued(key: string, waiting: number): Promise<void> {
  await eventually(async () => {
    const found = await client.resources.find("locks", key);
    return (found?.waiting ?? 0) === waiting;
  });
}

test("a disposed lock is released", async () => {
  {
    await using lock = await client.lock("disposed");
    assert.ok(lock.isHeld && lock.fence > 0 && lock.remaining <= 30);
    const refused = await other.acquire("disposed");
    assert.ok(refused.kind === "refused" && refused.busy);
    await assert.rejects(other.lock("disposed", { wait: 1 }), Busy);
  }
  const next = await other.acquire("disposed");
  assert.equal(next.kind, "granted");
});

test("a waiting client is granted when the holder releases, with a higher fence", async () => {
  const held = await client.lock("waits");
  const waiting = other.lock("waits");
  await queued("waits", 1);
  assert.equal(await held.release(), true);
  const lock = await waiting;
  assert.ok(lock.isHeld && lock.fence > held.fence);
  await lock.release();
});

test("a lease is renewed while a call of the same client waits", async () => {
  await using busy = await other.lock("wait-of-the-client");
  const losses: Loss[] = [];
  await using held = await client.lock("renewed", { ttl: 1, onLost: (loss) => losses.push(loss) });
  const refused = await client.acquire("wait-of-the-client", { wait: 3 });
  assert.equal(refused.kind, "refused");
  assert.ok(busy.isHeld && held.isHeld);
  assert.deepEqual(losses, []);
});

test("an aborted wait leaves the queue", async () => {
  await using _held = await client.lock("aborted");
  const abort = new AbortController();
  const waiting = other.lock("aborted", { signal: abort.signal });
  await queued("aborted", 1);
  abort.abort(new Error("no longer wanted"));
  await assert.rejects(waiting, /no longer wanted/);
  await queued("aborted", 0);
});

test("a semaphore has as many slots as its limit", async () => {
  await using _one = await client.semaphore("slots", 2);
  await using _two = await other.semaphore("slots", 2);
  const third = await client.acquireSemaphore("slots", 2);
  assert.ok(third.kind === "refused" && third.busy);
  const mismatch = await client.acquireSemaphore("slots", 3);
  assert.ok(mismatch.kind === "refused" && mismatch.code === "limit_mismatch");
});

test("a place in the queue is granted later, or given up", async () => {
  const held = await client.lock("place");
  const first = await other.enqueue("place");
  const second = await client.enqueue("place");
  assert.ok(first.kind === "queued" && second.kind === "queued" && second.position === 2);
  second.place.close();
  await queued("place", 1);
  await held.release();
  const lock = orThrow(await first.place.wait(10));
  assert.ok(lock.isHeld);
  await lock.release();
});

test("a break is reported once, and aborts the signal of the lease", async () => {
  const losses: Loss[] = [];
  const onLost = (loss: Loss): void => void losses.push(loss);
  const lock = await client.lock("broken", { ttl: 1, onLost });
  assert.ok(await other.resources.breakGrant("locks", "broken", lock.fence, "the job hangs"));
  await eventually(async () => losses.length > 0);
  assert.deepEqual(losses.map((loss) => loss.reason), ["ended_by_server"]);
  assert.ok(!lock.isHeld && lock.signal.aborted);
  assert.throws(() => lock.check(), { name: "LeaseLost", code: "ended_by_server" });
  assert.equal(await other.resources.breakGrant("locks", "broken", lock.fence, "twice"), false);
});

test("the end of the session is reported", async () => {
  await using own = new Client(server.url);
  const lock = await own.lock("session", { ttl: 1 });
  // An operator removes the session of the holder.
  const found = await client.resources.find("locks", "session");
  const number = found?.holders[0]?.session;
  const path = `${server.url}/v1/admin/sessions/${number}?reason=a+test`;
  assert.equal((await fetch(path, { method: "DELETE" })).status, 204);
  const loss = await eventually(async () => lock.loss);
  assert.equal(loss.reason, "session_ended");
  assert.ok(!lock.isHeld);
  assert.equal((await own.acquire("session")).kind, "granted");
});

test("a token renews and releases in another client", async () => {
  const lock = await client.lock("token");
  assert.ok((await other.renew("token", lock.token)) > 0);
  assert.equal(await other.release("token", lock.token), true);
  assert.equal(await other.release("token", lock.token), false);
  assert.ok(!JSON.stringify(lock).includes(lock.token));
});

test("a closed client has released everything", async () => {
  const own = new Client(server.url);
  await own.lock("closed");
  await own.close();
  assert.equal((await client.acquire("closed")).kind, "granted");
  await assert.rejects(own.acquire("closed"), /closed/);
});

test("a pool lends the lowest free slot", async () => {
  const pool = client.pool(randomUUID());
  assert.equal(await pool.status(), null);
  assert.equal((await pool.create(2)).available, 2);
  const first = orThrow(await pool.borrow(60));
  const second = orThrow(await pool.borrow(1));
  assert.deepEqual([first.slot, second.slot], [0, 1]);
  const third = orThrow(await pool.borrow(4, { wait: 10 }));
  assert.equal(third.slot, 1);
  assert.ok(third.remaining > 2 && third.remaining <= 4);
  assert.equal((await eventually(async () => second.loss)).reason, "expired");
  assert.equal(await first.release(), true);
  assert.equal(await pool.giveBack(third.token), true);
  assert.equal(await pool.delete(), true);
});

test("claims take turns and stay as history", async () => {
  const first = orThrow(await client.claims.acquire("run", 60, { userData: { pid: 4711 } }));
  const busy = await other.claims.acquire("run", 60);
  assert.ok(busy.kind === "refused" && busy.busy);
  const waiting = other.claims.acquire("run", 60, { wait: 30 });
  await eventually(async () => {
    return (await client.claims.list({ resource: "run", status: "waiting" })).length === 1;
  });
  assert.equal(await first.release(), true);
  const second = orThrow(await waiting);
  assert.ok(second.fence > first.fence);
  const short = orThrow(await client.claims.acquire("short", 1));
  await client.claims.end(Number(short.token), "revoked");
  assert.equal((await eventually(async () => short.loss)).reason, "ended_by_server");
  await second.release();
  const past = await client.claims.list({ resource: "run" });
  assert.deepEqual(past.map((claim) => claim.status), ["released", "withdrawn", "released"]);
  assert.deepEqual(past[0]?.userData, { pid: 4711 });
});

test("a node is claimed by one person", async () => {
  await using jo = new Client(server.url, { token: "jo" });
  await using sam = new Client(server.url, { token: async () => "sam" });
  await jo.nodes.write(
    "---\nid: task-ts\ntype: task\ntitle: T\nsummary: S\ndate: 2026-06-21\n---\n",
  );
  assert.ok((await sam.nodes.queue()).some((item) => item.id === "task-ts"));
  const lease = orThrow(await jo.nodes.claim("task-ts"));
  const refused = await sam.nodes.claim("task-ts");
  assert.ok(refused.kind === "refused" && refused.busy);
  assert.equal((await jo.nodes.extend("task-ts", 60)).fence, lease.fence);
  assert.equal(await lease.release(), true);
  assert.equal((await sam.nodes.claim("task-ts")).kind, "granted");
  assert.equal(await sam.nodes.read("task-none"), null);
});

test("resources show holders, queue and history", async () => {
  const lock = await client.lock("shown");
  const place = await other.enqueue("shown");
  const found = await client.resources.find("locks", "shown");
  assert.deepEqual(found?.holders.map((holder) => holder.owner), ["ann@ci"]);
  assert.deepEqual(found?.queue.map((waiter) => waiter.owner), ["bob@ci"]);
  assert.ok(place.kind === "queued");
  place.place.close();
  const listed: string[] = [];
  for await (const each of client.resources.list({ api: "locks", prefix: "shown" })) {
    listed.push(each.key);
  }
  assert.deepEqual(listed, ["shown"]);
  await lock.release();
  for await (const grant of client.resources.history({ prefix: "shown", owner: "ann@ci" })) {
    assert.deepEqual([grant.end, grant.fence], ["released", lock.fence]);
  }
  assert.equal(await client.resources.find("locks", "never-seen"), null);
});
