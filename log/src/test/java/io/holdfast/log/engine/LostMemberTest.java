package io.holdfast.log.engine;

import static io.holdfast.log.engine.TestClient.now;
import static io.holdfast.log.engine.TestClient.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.event.Event;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Token;
import io.holdfast.log.LogOptions;
import io.holdfast.log.engine.TestClient.Sent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The grants of a member that fails, with real sockets, files and time. */
final class LostMemberTest {

    private static final long LOST_SECONDS = 3;
    private static final long LOST_LATE_SECONDS = 300;

    /** In a test with this tag no member is ever declared lost. */
    private static final String LATE = "lost-late";

    @TempDir
    private Path directory;

    private TestCluster cluster;
    private String leader;
    private List<String> others;

    @BeforeEach
    void start(TestInfo test) throws IOException {
        long lostSeconds = test.getTags().contains(LATE) ? LOST_LATE_SECONDS : LOST_SECONDS;
        cluster = new TestCluster(directory, LogOptions.DEFAULT, lostSeconds, "n1", "n2", "n3");
        cluster.startAll();
        await().atMost(60, TimeUnit.SECONDS)
                .until(() ->
                        cluster.nodes().stream().allMatch(node -> node.format() == Format.NEWEST));
        leader = cluster.leader();
        others = new ArrayList<>(List.of("n1", "n2", "n3"));
        others.remove(leader);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void grantToAWaiterOfAFailedLeaderGoesToTheNextWaiter() {
        TestClient holder = TestClient.open(cluster.node(others.get(0)), 1);
        TestClient dead = TestClient.open(cluster.node(leader), 2);
        TestClient living = TestClient.open(cluster.node(others.get(1)), 3);
        Token held = token(holder.acquire("k", 0, 300));
        awaitParked(dead.acquire("k", 300, 300));
        Sent next = living.acquire("k", 300, 300);
        awaitParked(next);
        cluster.stop(leader);
        assertThat(now(holder.release("k", held))).isEqualTo(Outcome.DONE);
        assertThat(token(next).fence()).isGreaterThan(held.fence() + 1);
    }

    @Test
    @Tag(LATE)
    void grantToAWaiterOfARestartedMemberGoesToTheNextWaiter() throws IOException {
        TestClient holder = TestClient.open(cluster.node(others.get(0)), 1);
        TestClient dead = TestClient.open(cluster.node(leader), 2);
        TestClient living = TestClient.open(cluster.node(others.get(1)), 3);
        Token held = token(holder.acquire("k", 0, 300));
        awaitParked(dead.acquire("k", 300, 300));
        Sent next = living.acquire("k", 300, 300);
        awaitParked(next);
        cluster.stop(leader);
        assertThat(now(holder.release("k", held))).isEqualTo(Outcome.DONE);
        cluster.start(leader);
        assertThat(token(next).fence()).isGreaterThan(held.fence() + 1);
    }

    @Test
    void deliveredGrantOfAFailedMemberIsNotPassedOn() {
        String member = others.get(0);
        Engine living = cluster.node(others.get(1));
        TestClient holder = TestClient.open(living, 1);
        TestClient client = TestClient.open(cluster.node(member), 2);
        SessionId connection = new SessionId(4, 4);
        now(client.send(new SessionCommand.Open(connection, null, true)));
        CompletableFuture<Void> lost = new CompletableFuture<>();
        living.onEvents(events -> events.forEach(event -> {
            if (event instanceof Event.SessionEnded ended
                    && ended.reason() == Event.SessionEnd.NODE_GONE) {
                lost.complete(null);
            }
        }));
        Token held = token(holder.acquire("k", 0, 300));
        Sent waiting = client.acquire("k", 300, 300);
        awaitParked(waiting);
        awaitParked(TestClient.open(living, 3).acquire("k", 300, 300));
        now(holder.release("k", held));
        Token delivered = token(waiting);
        cluster.stop(member);
        lost.orTimeout(60, TimeUnit.SECONDS).join();
        client.goTo(living);
        assertThat(now(client.renew("k", delivered, 300))).isInstanceOf(Outcome.Renewed.class);
    }

    private static void awaitParked(Sent call) {
        await().atMost(60, TimeUnit.SECONDS).until(() -> call.parked);
    }
}
