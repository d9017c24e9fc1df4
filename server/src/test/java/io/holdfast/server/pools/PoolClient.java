package io.holdfast.server.pools;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A client of one pool. */
record PoolClient(TestServer server, String id) {

    /** Returns a client of a pool with a new id. */
    static PoolClient fresh(TestServer server) {
        return new PoolClient(server, UUID.randomUUID().toString());
    }

    /** Creates a pool with the given number of slots. */
    static PoolClient of(TestServer server, int count) {
        PoolClient pool = fresh(server);
        assertThat(pool.put(count).status()).isEqualTo(200);
        return pool;
    }

    String path() {
        return "/l/" + id;
    }

    /** Returns the pool's resource key. */
    String key() {
        return PoolNames.of(UUID.fromString(id)).key();
    }

    Reply put(int count) {
        return putBody("{\"count\":" + count + "}");
    }

    Reply putBody(String body) {
        return server.client().ask("PUT", path(), body);
    }

    Reply get() {
        return server.client().get(path());
    }

    Reply delete() {
        return server.client().ask("DELETE", path(), "");
    }

    /** Borrows for 30 s without waiting. */
    Reply borrow() {
        return borrowBody("{\"ttl\":30}");
    }

    Reply borrow(String ttl, String wait) {
        return Client.await(start(ttl, wait));
    }

    Reply borrowBody(String body, String... headers) {
        return server.client().post(path() + "/borrow", body, headers);
    }

    CompletableFuture<Reply> start(String ttl, String wait) {
        return server.client()
                .start("POST", path() + "/borrow", "{\"ttl\":" + ttl + ",\"wait\":" + wait + "}");
    }

    /** Starts a borrow and returns once it waits behind {@code before} other waiters. */
    CompletableFuture<Reply> queue(String ttl, String wait, int before) {
        CompletableFuture<Reply> waiting = start(ttl, wait);
        server.awaitQueued(key(), before + 1);
        return waiting;
    }

    Reply giveBack(String lease) {
        return returnBody("{\"lease\":\"" + lease + "\"}");
    }

    Reply returnBody(String body) {
        return server.client().post(path() + "/return", body);
    }

    /** Checks the pool's reported state. */
    void is(int count, int inUse, int available) {
        Reply reply = get();
        assertThat(reply.status()).isEqualTo(200);
        assertThat(state(reply)).isEqualTo(shown(count, inUse, available));
        assertThat(reply.text("id")).isEqualTo(id);
    }

    static String state(Reply reply) {
        return shown(
                reply.json().path("count").asInt(-1),
                reply.json().path("in_use").asInt(-1),
                reply.json().path("available").asInt(-1));
    }

    static String shown(int count, int inUse, int available) {
        return "count " + count + " in_use " + inUse + " available " + available;
    }

    static int position(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json().path("position").asInt(-1);
    }

    static String lease(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.text("lease");
    }

    static boolean returned(Reply reply) {
        assertThat(reply.status()).isEqualTo(200);
        return reply.json().path("returned").booleanValue();
    }
}
