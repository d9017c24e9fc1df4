package io.holdfast.server;

import java.util.concurrent.CompletableFuture;

/** A client of one session. Paths start with the kind: {@code locks/k}, {@code semaphores/k}. */
public record Caller(Client client, String id) {

    public Reply post(String path, String body, String... headers) {
        return Client.await(start(path, body, headers));
    }

    public CompletableFuture<Reply> start(String path, String body, String... headers) {
        String[] all = new String[headers.length + 2];
        all[0] = "X-Dflockd-Session";
        all[1] = id;
        System.arraycopy(headers, 0, all, 2, headers.length);
        return client.start("POST", "/v1/" + path, body, all);
    }

    /** Tries to acquire a lock without waiting. */
    public Reply lock(String key) {
        return post("locks/" + key, "{\"acquire_timeout_s\":0}");
    }

    public Reply lock(String key, long leaseSeconds) {
        return post(
                "locks/" + key, "{\"acquire_timeout_s\":0,\"lease_ttl_s\":" + leaseSeconds + "}");
    }

    /** Waits for a lock. */
    public CompletableFuture<Reply> lockWithin(String key, long seconds) {
        return start("locks/" + key, "{\"acquire_timeout_s\":" + seconds + "}");
    }

    public Reply semaphore(String key, int limit) {
        return post("semaphores/" + key, "{\"acquire_timeout_s\":0,\"limit\":" + limit + "}");
    }

    public CompletableFuture<Reply> semaphoreWithin(String key, int limit, long seconds) {
        return start(
                "semaphores/" + key,
                "{\"acquire_timeout_s\":" + seconds + ",\"limit\":" + limit + "}");
    }

    public Reply enqueue(String key) {
        return post("locks/" + key + "/enqueue", "");
    }

    public CompletableFuture<Reply> waitFor(String key, long seconds) {
        return start("locks/" + key + "/wait", "{\"timeout_s\":" + seconds + "}");
    }

    public Reply collect(String key) {
        return Client.await(waitFor(key, 0));
    }

    public Reply release(String key, String token) {
        return post("locks/" + key + "/release", "{\"token\":\"" + token + "\"}");
    }

    public Reply releaseSemaphore(String key, String token) {
        return post("semaphores/" + key + "/release", "{\"token\":\"" + token + "\"}");
    }

    public Reply renew(String key, String token) {
        return post("locks/" + key + "/renew", "{\"token\":\"" + token + "\"}");
    }

    public Reply renew(String key, String token, long leaseSeconds) {
        return post(
                "locks/" + key + "/renew",
                "{\"token\":\"" + token + "\",\"lease_ttl_s\":" + leaseSeconds + "}");
    }

    public Reply ping() {
        return client.post("/v1/sessions/" + id + "/ping", "");
    }

    public Reply detach() {
        return client.post("/v1/sessions/" + id + "/detach", "");
    }

    public Reply delete() {
        return client.ask("DELETE", "/v1/sessions/" + id, "");
    }
}
