package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A session over HTTP. Checks that every reply's status and body match its error code. With several
 * members, each request goes to the next one.
 */
final class HttpParty implements Party {

    private static final Map<String, Integer> STATUS_OF_ERROR = Map.ofEntries(
            Map.entry("not_held", 404),
            Map.entry("limit_mismatch", 409),
            Map.entry("already_enqueued", 409),
            Map.entry("not_enqueued", 409),
            Map.entry("lease_expired", 409),
            Map.entry("session_gone", 410),
            Map.entry("max_locks", 503),
            Map.entry("max_waiters", 503),
            Map.entry("draining", 503),
            Map.entry("state_full", 507));

    private final List<Caller> nodes;
    private final AtomicInteger requests = new AtomicInteger();

    HttpParty(Caller caller) {
        this(List.of(caller));
    }

    /** Uses one session through each of the members. */
    HttpParty(List<Caller> nodes) {
        this.nodes = nodes;
    }

    private Caller next() {
        return nodes.get(requests.getAndIncrement() % nodes.size());
    }

    @Override
    public CompletableFuture<Answer> start(Ask ask) {
        Caller caller = next();
        String path = (ask.ofLock() ? "locks/" : "semaphores/") + ask.key();
        return switch (ask.verb()) {
            case ACQUIRE ->
                caller.start(path, body(ask, "acquire_timeout_s"))
                        .thenApply(reply -> grant(reply, "ok"));
            case ENQUEUE ->
                caller.start(path + "/enqueue", body(ask, ""))
                        .thenApply(reply -> grant(reply, "acquired"));
            case WAIT ->
                caller.start(path + "/wait", "{\"timeout_s\":" + ask.timeoutSeconds() + "}")
                        .thenApply(reply -> grant(reply, "ok"));
            case RELEASE ->
                caller.start(path + "/release", body(ask, "")).thenApply(HttpParty::release);
            case RENEW -> caller.start(path + "/renew", body(ask, "")).thenApply(HttpParty::renew);
        };
    }

    /** Returns the request's fields; a lock's enqueue without a lease has no body. */
    private static String body(Ask ask, String timeoutField) {
        List<String> fields = new ArrayList<>();
        if (!timeoutField.isEmpty()) {
            fields.add("\"" + timeoutField + "\":" + ask.timeoutSeconds());
        }
        boolean limited = ask.verb() == Ask.Verb.ACQUIRE || ask.verb() == Ask.Verb.ENQUEUE;
        if (limited && !ask.ofLock()) {
            fields.add("\"limit\":" + ask.limit());
        }
        if (!ask.token().isEmpty()) {
            fields.add("\"token\":\"" + ask.token() + "\"");
        }
        if (ask.leaseSeconds() != 0) {
            fields.add("\"lease_ttl_s\":" + ask.leaseSeconds());
        }
        return fields.isEmpty() ? "" : "{" + String.join(",", fields) + "}";
    }

    private static Answer grant(Reply reply, String granted) {
        if (reply.status() != 200) {
            return error(reply);
        }
        String word = reply.text("status");
        if (word.equals(granted)) {
            assertThat(reply.token()).as(reply.body()).matches("[0-9a-f]{32}");
            long lease = reply.json().path("lease_ttl_s").asLong(-1);
            Answer answer = new Answer(word, reply.token(), lease, reply.toString());
            assertThat(reply.fence()).as(reply.body()).isEqualTo(answer.fence());
            return answer;
        }
        assertThat(word).as(reply.body()).isEqualTo(granted.equals("ok") ? "timeout" : "queued");
        assertThat(reply.json().has("token")).as(reply.body()).isFalse();
        assertThat(reply.json().has("lease_ttl_s")).as(reply.body()).isFalse();
        return Answer.of(word, reply.toString());
    }

    private static Answer release(Reply reply) {
        if (reply.status() != 204) {
            return error(reply);
        }
        assertThat(reply.body()).isEmpty();
        return Answer.of("ok", reply.toString());
    }

    private static Answer renew(Reply reply) {
        if (reply.status() != 200) {
            return error(reply);
        }
        long seconds = reply.json().path("remaining_s").asLong(-1);
        assertThat(reply.body()).isEqualTo("{\"remaining_s\":" + seconds + "}\n");
        return new Answer("ok", "", seconds, reply.toString());
    }

    private static Answer error(Reply reply) {
        assertThat(STATUS_OF_ERROR)
                .as(reply.toString())
                .containsEntry(reply.error(), reply.status());
        assertThat(reply.header("Retry-After").isPresent())
                .as(reply.toString())
                .isEqualTo(reply.status() == 503 || reply.status() == 507);
        return Answer.of(reply.error(), reply.toString());
    }

    @Override
    public void leave() {
        assertThat(next().delete().status()).isEqualTo(204);
    }

    @Override
    public void close() {
        // Nothing to close: the session ends with the test's server.
    }
}
