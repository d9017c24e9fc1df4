package io.holdfast.rig.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Caller;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends canary secrets; the server's output and answers must not contain one. */
final class SecretsTest {

    private static final String BEARER = "canary-bearer-4f1d9a7be2";
    private static final String REQUEST_KEY = "canary-request-77c1b0";
    private static final int SESSIONS = 20;

    private final List<String> secrets = new ArrayList<>(List.of(BEARER));
    private final StringBuilder shown = new StringBuilder();

    @Test
    void noSecretIsLoggedOrShown(@TempDir Path directory) throws Exception {
        Path token = directory.resolve("token");
        Files.writeString(token, BEARER + "\n");
        ServerCommand command = ServerCommand.durable(
                directory.resolve("data"), "--debug", "--auth-token-file", token.toString());
        for (int start = 0; start < 2; start++) {
            try (ServerProcess server = ServerProcess.start(command, directory)) {
                use(server);
                server.terminate();
                server.awaitExit();
                shown.append(server.printed());
            }
        }
        assertThat(secrets).hasSizeGreaterThan(2 * SESSIONS);
        for (String secret : secrets) {
            assertThat(shown).doesNotContain(secret);
        }
        assertThat(shown).contains("canary-owner");
    }

    private void use(ServerProcess server) throws IOException {
        try (Wire wire = new Wire(server.port(), BEARER);
                Wire stranger = new Wire(server.port(), "canary-wrong-bearer");
                Wire anonymous = new Wire(server.port())) {
            secrets.add("canary-wrong-bearer");
            for (int number = 0; number < SESSIONS; number++) {
                useOne(Caller.open(wire), number);
            }
            for (int number = 0; number < SESSIONS; number++) {
                usePool(anonymous);
            }
            look(wire.ask(Request.get("/v1/stats")));
            look(wire.ask(Request.get("/metrics")));
            look(stranger.ask(Request.get("/v1/stats")));
            look(anonymous.ask(Request.get("/v1/stats")));
            look(wire.ask(Request.get("/no/such/route")));
            look(wire.ask(new Request("DELETE", "/v1/sessions/canary", null, null, null)));
        }
    }

    private void useOne(Caller caller, int number) throws IOException {
        secrets.add(caller.session());
        String own = "own-" + number;
        Request named = new Request(
                "POST", "/v1/sessions", null, REQUEST_KEY + number, "{\"owner\":\"canary-owner\"}");
        String shownSession = caller.wire().ask(named).text("session_id");
        secrets.add(shownSession);
        secrets.add(REQUEST_KEY + number);
        Caller shown = Caller.resume(caller.wire(), shownSession);
        for (Reply reply : List.of(
                caller.acquire(own, 0, 600),
                shown.acquire("shown-" + number, 0, 600),
                caller.enqueue("shared", 600))) {
            if (!reply.text("token").isEmpty()) {
                secrets.add(reply.text("token"));
            }
        }
        look(caller.renew(own, "canary-not-a-token"));
        secrets.add("canary-not-a-token");
        look(caller.wire()
                .ask(Request.post("/v1/locks/" + own, caller.session(), "{\"token\":\"canary\"}")));
        caller.ping();
    }

    /** The UUIDs of a pool and of a lease are credentials like any token. */
    private void usePool(Wire wire) throws IOException {
        String id = UUID.randomUUID().toString();
        String pool = "/l/" + id;
        secrets.add(id);
        wire.ask(new Request("PUT", pool, null, null, "{\"count\":1}"));
        String lease =
                wire.ask(Request.post(pool + "/borrow", null, "{\"ttl\":60}")).text("lease");
        secrets.add(lease);
        look(wire.ask(Request.post(pool + "/borrow", null, "{\"ttl\":60}")));
        look(wire.ask(Request.post(pool + "/return", null, "{\"lease\":\"x" + lease + "\"}")));
        look(wire.ask(Request.get(pool + "/" + lease)));
        look(wire.ask(Request.get("/l/" + id + "x")));
    }

    /** Adds a reply that must not repeat a secret from the request. */
    private void look(Reply reply) {
        shown.append(reply.headers()).append(reply.body()).append('\n');
    }
}
