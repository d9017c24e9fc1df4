package io.holdfast.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.LineClient;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 2.2 of the contract: every command with each of its replies. */
final class LineCommandsTest {

    private static final String NOBODYS = "0".repeat(31) + "1";

    private TestServer server;
    private LineClient ann;
    private LineClient bob;

    @BeforeEach
    void start() {
        server = TestServer.ephemeral();
        ann = server.connect();
        bob = server.connect();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String token(String reply) {
        return reply.split(" ")[1];
    }

    @ParameterizedTest
    @CsvSource({"l, 0, 33", "l, 0 7, 7", "sl, 0 2, 33", "sl, 0 2 7, 7"})
    @DisplayName("2.2: `l` and `sl` grant with `ok <token> <lease>`.")
    void acquireIsGranted(String command, String argument, int lease) {
        assertThat(ann.ask(command, "k", argument)).matches("ok [0-9a-f]{32} " + lease);
    }

    @ParameterizedTest
    @CsvSource({"l, 0", "sl, 0 1"})
    @DisplayName("2.2: `l` and `sl` on a busy key answer `timeout`.")
    void acquireOfABusyKeyTimesOut(String command, String argument) {
        ann.ask(command, "k", argument);

        assertThat(bob.ask(command, "k", argument)).isEqualTo("timeout");
        bob.request(command, "k", argument.replaceFirst("0", "5"));
        server.awaitQueued("k", 1);
        server.clock().advanceSeconds(5);
        assertThat(bob.line()).isEqualTo("timeout");
    }

    @ParameterizedTest
    @CsvSource({"l, 0, r, n", "sl, 0 1, sr, sn"})
    @DisplayName("2.2: A holder hears `ok <seconds>` from a renewal and `ok` from a release; nobody"
            + " else hears more than `error`.")
    void onlyAHolderCanRenewAndRelease(
            String acquire, String argument, String release, String renew) {
        String token = token(ann.ask(acquire, "k", argument));

        assertThat(ann.ask(renew, "k", token)).isEqualTo("ok 33");
        assertThat(ann.ask(renew, "k", token + " 5")).isEqualTo("ok 5");
        assertThat(ann.ask(renew, "k", NOBODYS)).isEqualTo("error");
        assertThat(ann.ask(renew, "other", token)).isEqualTo("error");
        assertThat(ann.ask(release, "k", NOBODYS)).isEqualTo("error");
        assertThat(ann.ask(release, "k", "no-token-at-all")).isEqualTo("error");
        assertThat(ann.ask(release, "k", " \t" + token + " ")).isEqualTo("ok");
        assertThat(ann.ask(release, "k", token)).isEqualTo("error");
        assertThat(ann.ask(renew, "k", token)).isEqualTo("error");
    }

    @ParameterizedTest
    @CsvSource({"l, 0 5, r, n", "sl, 0 1 5, sr, sn"})
    @DisplayName("2.2: A lease that is over can be neither renewed nor released: `error`.")
    void expiredLeaseCannotBeRenewedOrReleased(
            String acquire, String argument, String release, String renew) {
        String token = token(ann.ask(acquire, "k", argument));
        server.clock().advanceSeconds(5);

        assertThat(ann.ask(renew, "k", token)).isEqualTo("error");
        assertThat(ann.ask(release, "k", token)).isEqualTo("error");
    }

    @ParameterizedTest
    @CsvSource({"e, '', 7, w", "se, 1, 1 7, sw"})
    @DisplayName("2.2: `e` and `se` answer `acquired <token> <lease>` or `queued`; `w` and `sw`"
            + " answer `ok <token> <lease>`, `timeout` or `error_not_enqueued`.")
    void enqueueAndWaitRepliesMatchTheContract(
            String enqueue, String argument, String withLease, String wait) {
        String acquired = ann.ask(enqueue, "k", argument);

        assertThat(acquired).matches("acquired [0-9a-f]{32} 33");
        assertThat(ann.ask(enqueue, "k", argument)).isEqualTo("error_already_enqueued");
        assertThat(ann.ask(wait, "k", " 0 ")).isEqualTo("ok " + token(acquired) + " 33");
        assertThat(ann.ask(wait, "k", "0")).isEqualTo("error_not_enqueued");
        assertThat(bob.ask(enqueue, "k", withLease)).isEqualTo("queued");
        assertThat(bob.ask(enqueue, "k", withLease)).isEqualTo("error_already_enqueued");
        assertThat(bob.ask(wait, "k", "0")).isEqualTo("timeout");
        assertThat(bob.ask(wait, "k", "0")).isEqualTo("error_not_enqueued");
        assertThat(bob.ask(enqueue, "free", withLease)).matches("acquired [0-9a-f]{32} 7");
        server.clock().advanceSeconds(7);
        assertThat(bob.ask(wait, "free", "0")).isEqualTo("error_lease_expired");
        assertThat(bob.ask(wait, "free", "0")).isEqualTo("error_not_enqueued");
    }

    @Test
    @DisplayName("2.2: At the cap of keys a new one is `error_max_locks`, for all that could create"
            + " it.")
    void newKeyAtTheCapIsMaxLocks() {
        try (TestServer capped = TestServer.ephemeral("--max-locks", "1")) {
            LineClient only = capped.connect();
            only.ask("l", "k", "0");

            assertThat(only.ask("l", "new", "0")).isEqualTo("error_max_locks");
            assertThat(only.ask("e", "new", "")).isEqualTo("error_max_locks");
            assertThat(only.ask("sl", "new", "0 1")).isEqualTo("error_max_locks");
            assertThat(only.ask("se", "new", "1")).isEqualTo("error_max_locks");
            assertThat(only.ask("w", "new", "0")).isEqualTo("error_not_enqueued");
            assertThat(only.ask("ping", "_", "_")).isEqualTo("ok");
        }
    }

    @Test
    @DisplayName("2.2: At the cap of waiters one more is `error_max_waiters`.")
    void waiterAtTheCapIsMaxWaiters() {
        try (TestServer capped = TestServer.ephemeral("--max-waiters", "1")) {
            LineClient only = capped.connect();
            only.ask("l", "k", "0");
            only.ask("sl", "s", "0 1");
            capped.connect().ask("e", "k", "");
            capped.connect().ask("se", "s", "1");

            assertThat(only.ask("l", "k", "0")).isEqualTo("error_max_waiters");
            assertThat(only.ask("e", "k", "")).isEqualTo("error_max_waiters");
            assertThat(only.ask("sl", "s", "5 1")).isEqualTo("error_max_waiters");
            assertThat(only.ask("se", "s", "1")).isEqualTo("error_max_waiters");
        }
    }

    @Test
    @DisplayName("2.2, as decided: Another limit, and another kind, is `error_limit_mismatch`.")
    void otherLimitOrKindIsLimitMismatch() {
        ann.ask("sl", "s", "0 2");
        ann.ask("l", "k", "0");

        assertThat(bob.ask("sl", "s", "0 3")).isEqualTo("error_limit_mismatch");
        assertThat(bob.ask("se", "s", "3")).isEqualTo("error_limit_mismatch");
        assertThat(bob.ask("l", "s", "0")).isEqualTo("error_limit_mismatch");
        assertThat(bob.ask("e", "s", "")).isEqualTo("error_limit_mismatch");
        assertThat(bob.ask("sl", "k", "0 1")).isEqualTo("error_limit_mismatch");
        assertThat(bob.ask("se", "k", "1")).isEqualTo("error_limit_mismatch");
    }

    @ParameterizedTest
    @CsvSource({"'', ''", "_, _", "two words, 1 2 3", "k, ''"})
    @DisplayName("2.2: `ping` and `barrier` answer `ok`, whatever stands in the other lines.")
    void pingAndBarrierAnswerOk(String key, String argument) {
        assertThat(ann.ask("ping", key, argument)).isEqualTo("ok");
        assertThat(ann.ask("barrier", key, argument)).isEqualTo("ok");
        assertThat(ann.ask("stats", key, argument)).startsWith("ok {");
    }

    @Test
    @DisplayName("78. Stats is one line of JSON after `ok `.")
    void statsIsOneLine() {
        ann.ask("l", "a\"b\\c", "0");
        ann.request("stats", "", "").request("ping", "", "");

        String stats = ann.line();
        assertThat(stats).startsWith("ok {\"connections\":");
        assertThat(Reply.parse(stats.substring(3))
                        .path("locks")
                        .path(0)
                        .path("key")
                        .asString())
                .isEqualTo("a\"b\\c");
        assertThat(ann.line()).isEqualTo("ok");
    }

    @Test
    @DisplayName("1.11: The arrays of an empty server are there and empty.")
    void statsOfAnEmptyServerHaveEmptyArrays() {
        try (TestServer empty = TestServer.ephemeral()) {
            assertThat(empty.connect().ask("stats", "_", "_"))
                    .isEqualTo("ok {\"connections\":1,\"locks\":[],\"semaphores\":[],"
                            + "\"idle_locks\":[],\"idle_semaphores\":[]}");
        }
    }

    @Test
    @DisplayName("2.2: `stable-ref` takes 1 to 64 printable characters, once.")
    void stableRefIsAcceptedOnce() {
        assertThat(ann.ask("stable-ref", "", "_")).isEqualTo("error");
        assertThat(ann.ask("stable-ref", "é", "_")).isEqualTo("error");
        assertThat(ann.ask("stable-ref", "x".repeat(65), "_")).isEqualTo("error");
        assertThat(ann.ask("stable-ref", "x".repeat(64), "_")).isEqualTo("ok");
        assertThat(ann.ask("stable-ref", "again", "_")).isEqualTo("error");
        assertThat(bob.ask("stable-ref", "job-7", "")).isEqualTo("ok");
    }

    @Test
    @DisplayName("75. `auth` on a server without a token → `error`, connection usable.")
    void authWithoutATokenIsAnUnknownCommand() {
        assertThat(ann.ask("auth", "_", "secret")).isEqualTo("error");
        assertThat(ann.ask("auth", "_", "x".repeat(65_536))).isEqualTo("error");
        assertThat(ann.ask("l", "k", "0")).startsWith("ok ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "listen",
                "unlisten",
                "signal",
                "incr",
                "decr",
                "get",
                "L",
                "SL",
                "Ping",
                "ok",
                "x",
                "l ",
                " l",
                "",
                "sping"
            })
    @DisplayName("79. Unknown commands from older versions (`listen`, `signal`, `incr`) → `error`,"
            + " connection open.")
    void unknownCommandIsAnError(String command) {
        assertThat(ann.ask(command, "k", "0")).isEqualTo("error");
        assertThat(ann.ask("ping", "_", "_")).isEqualTo("ok");
    }

    @Test
    @DisplayName(
            "11. On TCP an explicit lease of 0 is refused with `error` and the connection stays"
                    + " open.")
    void leaseOfZeroIsRejected() {
        assertThat(ann.ask("l", "k", "0 0")).isEqualTo("error");
        assertThat(ann.ask("sl", "k", "0 1 0")).isEqualTo("error");
        assertThat(ann.ask("e", "k", "0")).isEqualTo("error");
        assertThat(ann.ask("se", "k", "1 0")).isEqualTo("error");
        String token = token(ann.ask("l", "k", "0"));
        assertThat(ann.ask("n", "k", token + " 0")).isEqualTo("error");
        assertThat(ann.ask("n", "k", token)).isEqualTo("ok 33");
    }

    @Test
    @DisplayName("12, over TCP: A queued acquire has its full lease from its reply on.")
    void leaseOfAQueuedAcquireIsFullLength() {
        String token = token(ann.ask("l", "k", "0 600"));
        bob.request("l", "k", "60 10");
        server.awaitQueued("k", 1);
        server.clock().advanceSeconds(30);
        ann.ask("r", "k", token);

        assertThat(bob.line()).matches("ok [0-9a-f]{32} 10");
        assertThat(server.row("locks", "k").path("lease_expires_in_s").asDouble())
                .isEqualTo(10);
    }
}
