package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.auth.Role;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that waits and connections end when their credential is revoked or expires. */
final class RevokingTest {

    private static final String WAIT = "{\"acquire_timeout_s\":600,\"lease_ttl_s\":600}";

    @TempDir
    Path directory;

    private Tokens tokens;
    private TestServer server;
    private String alice;
    private String bob;

    @BeforeEach
    void start() {
        tokens = new Tokens(directory);
        alice = tokens.of("alice", Role.USER);
        bob = tokens.of("bob", Role.USER);
        server = TestServer.ephemeral(
                "--tokens-file", tokens.path(), "--http-session-idle-timeout", "0");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String session(String token) {
        return server.client()
                .post("/v1/sessions", "", "Authorization", "Bearer " + token)
                .text("session_id");
    }

    private CompletableFuture<Reply> ask(String token, String session, String path, String body) {
        return server.client()
                .start(
                        "POST",
                        "/v1/locks/" + path,
                        body,
                        "Authorization",
                        "Bearer " + token,
                        "X-Dflockd-Session",
                        session);
    }

    private LineClient connect(String token) {
        LineClient line = server.connect();
        assertThat(line.ask("auth", "_", token)).isEqualTo("ok");
        return line;
    }

    /** Lets Bob acquire the key and returns the grant's token. */
    private String heldByBob(String session) {
        return Client.await(ask(bob, session, "k", WAIT)).token();
    }

    @Test
    void revokingATokenEndsItsHttpWaits() {
        String holder = session(bob);
        String grant = heldByBob(holder);
        CompletableFuture<Reply> revoked = ask(alice, session(alice), "k", WAIT);
        server.awaitQueued("k", 1);
        CompletableFuture<Reply> next = ask(bob, session(bob), "k", WAIT);
        server.awaitQueued("k", 2);

        tokens.revoke(alice);

        Reply refused = Client.await(revoked);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.error()).isEqualTo("unauthorized");
        assertThat(refused.body()).contains("revoked");
        assertThat(refused.header("WWW-Authenticate")).hasValue("Bearer");
        Client.await(ask(bob, holder, "k/release", "{\"token\":\"" + grant + "\"}"));
        assertThat(Client.await(next).status()).as("the next in the queue").isEqualTo(200);
    }

    @Test
    void revokingATokenEndsItsLineConnections() {
        LineClient holder = connect(bob);
        assertThat(holder.ask("l", "k", "0 600")).startsWith("ok ");
        LineClient waiting = connect(alice).send("l\nk\n600\n");
        server.awaitQueued("k", 1);
        LineClient idle = connect(alice);

        tokens.revoke(alice);

        for (LineClient line : new LineClient[] {waiting, idle}) {
            assertThat(line.line()).isEqualTo("error_auth");
            assertThat(line.isClosedByServer()).isTrue();
        }
        assertThat(holder.ask("ping", "_", "_")).as("another's").isEqualTo("ok");
    }

    private void revokeWhileHolding() {
        LineClient holder = connect(alice);
        assertThat(holder.ask("l", "k", "0 600")).startsWith("ok ");
        tokens.revoke(alice);
        assertThat(holder.line()).isEqualTo("error_auth");
        assertThat(holder.isClosedByServer()).isTrue();
    }

    @Test
    void grantsOfARevokedConnectionLastUntilTheyExpire() {
        revokeWhileHolding();
        LineClient next = connect(bob).send("l\nk\n599\n");
        server.awaitQueued("k", 1);

        server.clock().advanceSeconds(600);

        assertThat(next.line()).isEqualTo("timeout");
        assertThat(connect(bob).ask("l", "k", "0")).startsWith("ok ");
    }

    @Test
    void grantsOfARevokedConnectionAreReleasedIfConfigured() {
        server.close();
        server =
                TestServer.ephemeral("--tokens-file", tokens.path(), "--revoked-grants", "release");
        revokeWhileHolding();

        assertThat(connect(bob).ask("l", "k", "30")).startsWith("ok ");
    }

    @Test
    void anotherTokenOfThePersonStaysValid() {
        String second = tokens.of("alice", Role.USER);
        Awaitility.await()
                .atMost(30, TimeUnit.SECONDS)
                .until(() -> server.client()
                                .get("/v1/stats", "Authorization", "Bearer " + second)
                                .status()
                        == 200);
        heldByBob(session(bob));
        CompletableFuture<Reply> stays = ask(second, session(second), "k", WAIT);
        server.awaitQueued("k", 1);
        CompletableFuture<Reply> ends = ask(alice, session(alice), "k", WAIT);
        server.awaitQueued("k", 2);

        tokens.revoke(alice);

        assertThat(Client.await(ends).status()).isEqualTo(401);
        assertThat(stays).isNotDone();
    }

    @Test
    void revokingATokenEndsItsClaimWatches() {
        String[] asBob = {"Authorization", "Bearer " + bob};
        String claim = "{\"resource\":\"r\",\"ttl\":600}";
        assertThat(server.client().post("/v1/claims/", claim, asBob).status()).isEqualTo(201);
        CompletableFuture<Reply> watch = server.client()
                .start(
                        "GET",
                        "/v1/claims/1/",
                        "",
                        "Authorization",
                        "Bearer " + alice,
                        "Prefer",
                        "wait=60");
        Awaitility.await().until(() -> server.server().watches() == 1);

        tokens.revoke(alice);

        assertThat(Client.await(watch).status()).isEqualTo(401);
        assertThat(server.server().watches()).isZero();
    }

    /** Returns Carol's token, which expires in a minute, once the server accepts it. */
    private String brief() {
        String token = tokens.until(
                "carol", Instant.ofEpochMilli(server.clock().wallMillis()).plusSeconds(60));
        Awaitility.await()
                .atMost(30, TimeUnit.SECONDS)
                .until(() -> server.client()
                                .get("/v1/stats", "Authorization", "Bearer " + token)
                                .status()
                        == 200);
        return token;
    }

    @Test
    void expiredTokenEndsItsWaits() {
        String carol = brief();
        heldByBob(session(bob));
        CompletableFuture<Reply> wait = ask(carol, session(carol), "k", WAIT);
        server.awaitQueued("k", 1);

        server.clock().advanceSeconds(61);

        assertThat(Client.await(wait).status()).isEqualTo(401);
    }

    @Test
    void requestAfterTheExpiryOfItsTokenIsRefusedOnceAndKeepsTheGrants() {
        String carol = brief();
        List<LineClient> lines = Stream.generate(() -> connect(carol)).limit(20).toList();
        assertThat(lines.getFirst().ask("l", "k", "0 600")).startsWith("ok ");

        server.clock().advanceSeconds(61);

        for (LineClient line : lines) {
            assertThat(line.ask("ping", "_", "_")).isEqualTo("error_auth");
        }
        assertThat(lines).allMatch(LineClient::isClosedByServer);
        server.awaitConnectionsEnded(lines.size());
        assertThat(connect(bob).ask("l", "k", "0")).isEqualTo("timeout");
    }

    @Test
    void grantAtTheExpiryOfItsTokenIsReleased() {
        String carol = brief();
        String holder = session(bob);
        String body = "{\"acquire_timeout_s\":0,\"lease_ttl_s\":61}";
        assertThat(Client.await(ask(bob, holder, "k", body)).status()).isEqualTo(200);
        LineClient line = connect(bob);
        assertThat(line.ask("l", "l", "0 61")).startsWith("ok ");
        CompletableFuture<Reply> wait = ask(carol, session(carol), "k", WAIT);
        server.awaitQueued("k", 1);
        LineClient waiting = connect(carol).send("l\nl\n600\n");
        server.awaitQueued("l", 1);

        // Both leases and the token expire in the same step.
        server.clock().advanceSeconds(61);

        assertThat(Client.await(wait).status()).isEqualTo(401);
        assertThat(waiting.line()).isEqualTo("error_auth");
        assertThat(Client.await(ask(bob, session(bob), "k", WAIT)).status()).isEqualTo(200);
        assertThat(connect(bob).ask("l", "l", "600 60")).startsWith("ok ");
    }
}
