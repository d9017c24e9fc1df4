package io.holdfast.log.engine;

import static io.holdfast.log.engine.TestClient.now;
import static io.holdfast.log.engine.TestClient.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.Token;
import io.holdfast.log.Clock;
import io.holdfast.log.LogOptions;
import io.holdfast.log.RemovedException;
import io.holdfast.log.journal.JournalLog;
import io.holdfast.log.raft.ClusterStatus;
import io.holdfast.log.raft.Membership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Members that join, leave, restart and lose their directories. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class ClusterChangesTest {

    private static final LogOptions SMALL =
            LogOptions.DEFAULT.withSnapshotsAfter(1, 100).withSegmentBytes(8192);

    @TempDir
    private Path directory;

    @Test
    void singleMemberGrowsToThreeAndKeepsItsState() throws IOException {
        try (TestCluster cluster =
                new TestCluster(directory, LogOptions.DEFAULT, 10, "n1", "n2", "n3")) {
            Token held;
            try (Engine alone = Engine.start(
                    new JournalLog(cluster.directory("n1"), LogOptions.DEFAULT, "n1"),
                    Clock.SYSTEM,
                    new EngineOptions("node-1", Settings.DEFAULT, false, false))) {
                held = token(TestClient.open(alone, 1).acquire("k", 0, 300));
            }
            cluster.startAlone("n1", false);
            for (String name : new String[] {"n2", "n3"}) {
                CompletableFuture<Void> joined = cluster.joining(name);
                awaitAdded(cluster, name);
                joined.join();
            }
            TestClient one = new TestClient(cluster.node("n3"), 1);
            assertThat(now(one.renew("k", held, 300))).isInstanceOf(Outcome.Renewed.class);
            ClusterStatus status = cluster.membership("n2").status();
            assertThat(status.members())
                    .extracting(ClusterStatus.Member::name)
                    .containsExactlyInAnyOrder("n1", "n2", "n3");
            cluster.stop("n1");
            assertThat(now(one.release("k", held))).isEqualTo(Outcome.DONE);
        }
    }

    /** Waits, because the new member may still be starting. */
    private static void awaitAdded(TestCluster cluster, String name) {
        await().atMost(60, TimeUnit.SECONDS).ignoreExceptions().until(() -> {
            cluster.membership("n1").add(name, cluster.address(name));
            return true;
        });
    }

    @Test
    void memberWithAnEmptyDirectoryCannotRejoinUntilReplaced() throws IOException {
        try (TestCluster cluster = TestCluster.ofThree(directory)) {
            Token held = token(TestClient.open(cluster.node("n1"), 1).acquire("k", 0, 300));
            cluster.stop("n1");
            wipe(cluster.directory("n1"));
            assertThatThrownBy(() -> cluster.start("n1"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("belongs to cluster")
                    .hasMessageContaining("holdfast cluster replace n1");
            CompletableFuture<Void> joined = cluster.joining("n1");
            await().atMost(60, TimeUnit.SECONDS).ignoreExceptions().until(() -> {
                cluster.membership("n2").replace("n1", cluster.address("n1"));
                return true;
            });
            joined.join();
            TestClient one = new TestClient(cluster.node("n1"), 1);
            assertThat(now(one.renew("k", held, 300))).isInstanceOf(Outcome.Renewed.class);
            awaitOneState(cluster);
        }
    }

    @Test
    void laggingMemberInstallsSnapshotAndServes() throws IOException {
        try (TestCluster cluster = new TestCluster(directory, SMALL, 10, "n1", "n2", "n3")) {
            cluster.startAll();
            cluster.stop("n3");
            TestClient one = TestClient.open(cluster.node("n1"), 1);
            for (int i = 0; i < 600; i++) {
                now(one.acquire("k" + i % 50 + "-" + i, 0, 300));
            }
            cluster.start("n3");
            TestClient three = TestClient.open(cluster.node("n3"), 3);
            assertThat(now(three.acquire("k0-0", 0, 5))).isEqualTo(Outcome.TIMED_OUT);
            awaitOneState(cluster);
        }
    }

    @Test
    void allMembersCanStopAndRestart() throws IOException {
        Token held;
        try (TestCluster cluster = new TestCluster(directory, SMALL, 10, "n1", "n2", "n3")) {
            cluster.startAll();
            held = token(TestClient.open(cluster.node("n2"), 1).acquire("k", 0, 300));
            for (String name : new String[] {"n1", "n2", "n3"}) {
                cluster.stop(name);
            }
            cluster.startAll();
            TestClient one = new TestClient(cluster.node("n3"), 1);
            Token next = token(one.acquire("other", 0, 5));
            assertThat(next.fence()).isGreaterThan(held.fence());
            assertThat(now(one.release("k", held))).isEqualTo(Outcome.DONE);
            awaitOneState(cluster);
        }
    }

    @Test
    void memberOfAnotherClusterIsNotAdded() throws IOException {
        try (TestCluster cluster = new TestCluster(directory, LogOptions.DEFAULT, 10, "n1", "n2")) {
            cluster.startAlone("n1", false);
            Engine other = cluster.startAlone("n2", false);
            assertThatThrownBy(() -> cluster.membership("n1").add("n2", cluster.address("n2")))
                    .isInstanceOf(Membership.RefusedException.class)
                    .hasMessageContaining("n2");
            assertThat(cluster.membership("n1").status().members()).hasSize(1);
            assertThat(now(TestClient.open(other, 1).acquire("k", 0, 5)))
                    .isInstanceOf(Outcome.Granted.class);
        }
    }

    @Test
    void leadershipTransfersAndRemovedMembersDetectTheirRemoval() throws IOException {
        try (TestCluster cluster = TestCluster.ofThree(directory)) {
            cluster.membership("n1").transfer("n2");
            await().atMost(60, TimeUnit.SECONDS).until(() -> cluster.leader().equals("n2"));
            cluster.stop("n3");
            cluster.membership("n1").remove("n3");
            assertThatThrownBy(() -> cluster.start("n3"))
                    .as("it was down when it was removed")
                    .isInstanceOf(RemovedException.class);

            Engine removed = cluster.node("n2");
            TestClient two = TestClient.open(removed, 2);
            cluster.membership("n1").remove("n2");
            assertThat(cluster.membership("n1").status().members())
                    .extracting(ClusterStatus.Member::name)
                    .containsExactly("n1");
            TestClient one = TestClient.open(cluster.node("n1"), 1);
            assertThat(now(one.acquire("k", 0, 5))).isInstanceOf(Outcome.Granted.class);
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> removed.state() == EngineState.REMOVED);
            assertThat(now(two.acquire("k", 0, 5))).isEqualTo(Refusal.REMOVED.outcome());
            assertThat(removed.failure())
                    .isCompletedWithValueMatching(RemovedException.class::isInstance);
            cluster.stop("n2");
            assertThatThrownBy(() -> cluster.start("n2")).isInstanceOf(RemovedException.class);
        }
    }

    static void wipe(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    static void awaitOneState(TestCluster cluster) {
        await().atMost(60, TimeUnit.SECONDS).untilAsserted(() -> {
            Set<Long> hashes = new HashSet<>();
            cluster.nodes().forEach(node -> hashes.add(TestCluster.hash(node)));
            assertThat(hashes).hasSize(1);
        });
    }
}
