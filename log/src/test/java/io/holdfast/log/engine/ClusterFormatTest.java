package io.holdfast.log.engine;

import static io.holdfast.log.engine.TestClient.now;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdfast.core.value.Format;
import io.holdfast.log.LogOptions;
import io.holdfast.log.raft.ClusterStatus;
import io.holdfast.log.raft.Membership;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rolling upgrade: one member reads only the format that earlier releases read. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class ClusterFormatTest {

    private static final LogOptions SMALL =
            LogOptions.DEFAULT.withSnapshotsAfter(1, 100).withSegmentBytes(8192);

    @TempDir
    private Path directory;

    @Test
    void formatRisesWhenTheLastMemberReadsIt() throws IOException {
        try (TestCluster cluster = new TestCluster(directory, SMALL, 10, "n1", "n2", "n3")) {
            cluster.reading("n3", Format.OLDEST).startAll();
            assertThat(formats(cluster))
                    .isEqualTo(Map.of("n1", Format.NEWEST, "n2", Format.NEWEST, "n3", 2));
            write(cluster, 1, 200);
            awaitOneState(cluster);
            assertThat(cluster.nodes()).allMatch(node -> node.format() == Format.OLDEST);

            // It is down while the others write snapshots, and installs one of them.
            cluster.stop("n3");
            write(cluster, 2, 600);
            assertThat(formats(cluster)).containsEntry("n3", 0);
            cluster.start("n3");
            awaitOneState(cluster);
            assertThat(cluster.nodes()).allMatch(node -> node.format() == Format.OLDEST);

            cluster.stop("n3");
            cluster.reading("n3", Format.NEWEST).start("n3");
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> cluster.nodes().stream()
                            .allMatch(node -> node.format() == Format.NEWEST));
            write(cluster, 3, 200);
            awaitOneState(cluster);

            cluster.stop("n3");
            cluster.reading("n3", Format.OLDEST);
            assertThatThrownBy(() -> cluster.start("n3"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("has format 5")
                    .hasMessageContaining("formats up to 2");
            write(cluster, 4, 10);
        }
    }

    @Test
    void formatLevelSurvivesARestartOfAllMembers() throws IOException {
        try (TestCluster cluster = new TestCluster(directory, SMALL, 10, "n1", "n2", "n3")) {
            cluster.startAll();
            awaitNewest(cluster);
            write(cluster, 1, 300);
            for (String name : new String[] {"n1", "n2", "n3"}) {
                cluster.stop(name);
            }
            cluster.startAll();
            awaitNewest(cluster);
            awaitOneState(cluster);
        }
    }

    @Test
    void memberThatCannotReadTheFormatIsNotAdded() throws IOException {
        try (TestCluster cluster = new TestCluster(directory, LogOptions.DEFAULT, 10, "n1", "n2")) {
            cluster.startAlone("n1", false);
            awaitNewest(cluster);
            CompletableFuture<Void> joining =
                    cluster.reading("n2", Format.OLDEST).joining("n2");
            await().atMost(60, TimeUnit.SECONDS)
                    .untilAsserted(() -> assertThatThrownBy(
                                    () -> cluster.membership("n1").add("n2", cluster.address("n2")))
                            .isInstanceOf(Membership.RefusedException.class)
                            .hasMessageContaining("n2 reads formats up to 2")
                            .hasMessageContaining("write format 5"));
            assertThat(cluster.membership("n1").status().members())
                    .extracting(ClusterStatus.Member::name)
                    .containsExactly("n1");
            assertThat(joining).isNotDone();
        }
    }

    private static Map<String, Integer> formats(TestCluster cluster) {
        await().atMost(60, TimeUnit.SECONDS).until(() -> !cluster.leader().isEmpty());
        return cluster.log(cluster.leader())
                .formats()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }

    private static void awaitNewest(TestCluster cluster) {
        await().atMost(60, TimeUnit.SECONDS)
                .until(() ->
                        cluster.nodes().stream().allMatch(node -> node.format() == Format.NEWEST));
    }

    private static void write(TestCluster cluster, int session, int count) {
        TestClient one = TestClient.open(cluster.node("n1"), session);
        for (int i = 0; i < count; i++) {
            now(one.acquire("k" + i % 50 + "-" + i, 0, 300));
        }
    }

    private static void awaitOneState(TestCluster cluster) {
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> cluster.nodes().stream()
                                .map(TestCluster::hash)
                                .distinct()
                                .count()
                        == 1);
    }
}
