package io.holdfast.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.event.Event;
import io.holdfast.server.Answer;
import io.holdfast.server.Client;
import io.holdfast.server.LineClient;
import io.holdfast.server.Party;
import io.holdfast.server.Storage;
import io.holdfast.server.TestServer;
import io.holdfast.server.Transport;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 2.7 of the contract: grants and waiters of a connection that ends. */
@ParameterizedClass
@EnumSource(Storage.class)
final class LineDisconnectTest {

    private static final String[] KEEP = {"--auto-release-on-disconnect=false"};

    @TempDir
    Path directory;

    private final Storage storage;
    private TestServer server;
    private Party bob;

    LineDisconnectTest(Storage storage) {
        this.storage = storage;
    }

    @BeforeEach
    void start() {
        server = storage.start(directory.resolve("data"));
        bob = server.party(Transport.LINE);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static void leave(LineClient client, boolean orderly) {
        if (orderly) {
            client.close();
        } else {
            client.reset();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "47. TCP disconnect frees held slots at once when auto-release is on; when off they"
                    + " last to lease end and remain renewable by token.")
    void disconnectFreesHeldSlots(boolean orderly) {
        LineClient ann = server.connect();
        ann.ask("l", "k", "0 600");
        ann.ask("sl", "s", "0 1 600");
        ann.ask("e", "e", "600");
        CompletableFuture<Answer> waiting = bob.lockWithin("k", 600);
        server.awaitQueued("k", 1);

        leave(ann, orderly);

        assertThat(Client.await(waiting).word()).isEqualTo("ok");
        assertThat(bob.semaphore("s", 1).word()).isEqualTo("ok");
        assertThat(bob.enqueue("e").word()).isEqualTo("acquired");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("47, auto-release off: Held slots last to the end of their lease and remain"
            + " renewable by token.")
    void leaseOutlivesTheConnectionWithoutAutoRelease(boolean orderly) {
        try (TestServer keeping = storage.start(directory.resolve("keeping"), KEEP)) {
            LineClient ann = keeping.connect();
            String token = ann.ask("l", "k", "0 10").split(" ")[1];
            String other = ann.ask("sl", "s", "0 1 10").split(" ")[1];
            leave(ann, orderly);
            keeping.awaitConnectionsEnded(1);

            Party eve = keeping.party(Transport.LINE);
            assertThat(eve.lock("k").word()).isEqualTo("timeout");
            assertThat(eve.renew("k", token, 20).seconds()).isEqualTo(20);
            assertThat(eve.releaseSemaphore("s", other).word()).isEqualTo("ok");
            keeping.clock().advanceSeconds(19);
            assertThat(eve.lock("k").word()).isEqualTo("timeout");
            keeping.clock().advanceSeconds(1);
            assertThat(eve.lock("k").word()).isEqualTo("ok");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("48. TCP disconnect removes waiters regardless of auto-release.")
    void disconnectRemovesWaiters(boolean autoRelease) {
        String[] flags = {"--auto-release-on-disconnect=" + autoRelease};
        try (TestServer either = storage.start(directory.resolve("either"), flags)) {
            Party holder = either.party(Transport.LINE);
            String token = holder.lock("k", 600).token();
            LineClient single = either.connect().request("l", "k", "600");
            either.awaitQueued("k", 1);
            LineClient twoPhase = either.connect();
            assertThat(twoPhase.ask("e", "k", "")).isEqualTo("queued");
            LineClient collecting = either.connect();
            assertThat(collecting.ask("e", "k", "")).isEqualTo("queued");
            int before = either.commands();
            collecting.request("w", "k", "600");
            either.awaitCommands(before + 1);
            CompletableFuture<Answer> last = either.party(Transport.LINE).lockWithin("k", 600);
            either.awaitQueued("k", 4);

            single.close();
            twoPhase.close();
            collecting.reset();
            either.awaitWaitsEnded("k", 3);
            assertThat(either.row("locks", "k").path("waiters").asInt()).isEqualTo(1);
            holder.release("k", token);

            assertThat(Client.await(last).word()).isEqualTo("ok");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "49. A client that disconnects while blocked loses its place within about 60 ms, and a"
                    + " grant racing the disconnect goes to the next waiter.")
    void disconnectedClientLosesItsPlace(boolean orderly) {
        String token = bob.lock("k").token();
        LineClient gone = server.connect().request("l", "k", "600");
        server.awaitQueued("k", 1);

        leave(gone, orderly);
        server.awaitEvents(
                1,
                event -> event instanceof Event.WaitEnded ended
                        && ended.name().key().equals("k"));
        bob.release("k", token);

        assertThat(server.party(Transport.LINE).lock("k").word()).isEqualTo("ok");
    }

    @Test
    @DisplayName("49, the race: whoever hangs up while a grant is under way strands nothing.")
    void grantRacingADisconnectGoesToTheNextWaiter() {
        for (int round = 0; round < 50; round++) {
            String key = "race" + round;
            String token = bob.lock(key).token();
            LineClient gone = server.connect().request("l", key, "600");
            server.awaitQueued(key, 1);
            CompletableFuture<Answer> waiting = server.party(Transport.LINE).lockWithin(key, 600);
            server.awaitQueued(key, 2);

            CompletableFuture<Answer> released = bob.startRelease(key, token);
            leave(gone, round % 2 == 0);

            assertThat(Client.await(released).word()).isEqualTo("ok");
            assertThat(Client.await(waiting).word()).isEqualTo("ok");
        }
    }

    @Test
    @DisplayName("49, auto-release off: A grant that the client that left never read is its own"
            + " until its lease ends, or goes to the next; nothing else.")
    void grantRacingADisconnectLastsAtMostItsLease() {
        try (TestServer keeping = storage.start(directory.resolve("keeping"), KEEP)) {
            Party holder = keeping.party(Transport.LINE);
            for (int round = 0; round < 20; round++) {
                String key = "race" + round;
                String token = holder.lock(key, 600).token();
                LineClient gone = keeping.connect().request("l", key, "600 5");
                keeping.awaitQueued(key, 1);
                CompletableFuture<Answer> waiting =
                        keeping.party(Transport.LINE).lockWithin(key, 600);
                keeping.awaitQueued(key, 2);

                CompletableFuture<Answer> released = holder.startRelease(key, token);
                gone.reset();
                assertThat(Client.await(released).word()).isEqualTo("ok");
                keeping.awaitConnectionsEnded(round + 1);
                keeping.clock().advanceSeconds(5);

                assertThat(Client.await(waiting).word()).isEqualTo("ok");
            }
        }
    }

    @Test
    @DisplayName(
            "2.7: Half-close: replies to immediate commands already received are still written.")
    void repliesAreWrittenAfterHalfClose() {
        LineClient ann = server.connect();
        ann.send("ping\n_\n_\nl\nk\n0\nstats\n_\n_\nnonsense\n_\n_\n").endOfInput();

        assertThat(ann.line()).isEqualTo("ok");
        assertThat(ann.line()).matches("ok [0-9a-f]{32} 33");
        assertThat(ann.line()).contains("\"key\":\"k\"");
        assertThat(ann.line()).isEqualTo("error");
        assertThat(ann.isClosedByServer()).isTrue();
        server.awaitConnectionsEnded(1);
        assertThat(bob.lock("k").word()).isEqualTo("ok");
    }

    @Test
    @DisplayName(
            "2.7: Half-close: a blocked command is cancelled when EOF is seen, and cleanup then"
                    + " runs.")
    void halfCloseCancelsABlockedCommand() {
        String token = bob.lock("k").token();
        LineClient ann = server.connect();
        ann.ask("l", "held", "0");
        ann.request("l", "k", "600");
        server.awaitQueued("k", 1);

        ann.endOfInput();

        server.awaitWaitsEnded("k", 1);
        server.awaitConnectionsEnded(1);
        assertThat(bob.lock("held").word()).isEqualTo("ok");
        bob.release("k", token);
        assertThat(bob.lock("k").word()).isEqualTo("ok");
        ann.endsWithout("ok");
    }

    @Test
    void requestsBehindABlockedCommandAreDroppedOnDisconnect() {
        bob.lock("k");
        LineClient ann = server.connect();
        ann.request("l", "k", "600").request("l", "behind", "0");
        server.awaitQueued("k", 1);

        ann.close();

        server.awaitConnectionsEnded(1);
        assertThat(bob.lock("behind").word()).isEqualTo("ok");
    }

    @Test
    @DisplayName("Decided: Idle connections are never timed out: neither is what they hold.")
    void idleConnectionKeepsItsLeases() {
        LineClient idle = server.connect();
        String token = idle.ask("l", "k", "0 1000000").split(" ")[1];

        server.clock().advanceSeconds(900_000);

        assertThat(idle.ask("n", "k", token)).isEqualTo("ok 33");
        assertThat(bob.lock("k").word()).isEqualTo("timeout");
    }
}
