/** The entry point for browsers, which sends requests by fetch. Node has fetch as well. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client, orThrow } from "../src/index.js";
import { Server } from "./server.js";

let server: Server;

before(async () => {
  server = await Server.start("--http-cors-allowed-origins", "https://app.example.org");
});

after(async () => {
  await server?.stop();
});

test("the client works by fetch", async () => {
  await using client = new Client(server.url);
  await using lock = await client.lock("deploy");
  assert.ok(lock.isHeld);
  const claim = orThrow(await client.claims.acquire("run", 60));
  assert.ok(claim.fence > 0 && (await claim.release()));
});

test("a page of an allowed origin may send every header of the client", async () => {
  const preflight = await fetch(`${server.url}/v1/claims/1/`, {
    method: "OPTIONS",
    headers: { Origin: "https://app.example.org", "Access-Control-Request-Method": "PATCH" },
  });
  const allowed = preflight.headers.get("Access-Control-Allow-Headers")?.split(/, ?/) ?? [];
  for (const header of [
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-None-Match",
    "Prefer",
    "X-Holdfast-Owner",
    "X-Holdfast-Session",
  ]) {
    assert.ok(allowed.includes(header), header);
  }
  const methods = preflight.headers.get("Access-Control-Allow-Methods") ?? "";
  assert.ok(methods.includes("PATCH") && methods.includes("PUT"), methods);
});
