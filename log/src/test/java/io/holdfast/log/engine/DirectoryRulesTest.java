package io.holdfast.log.engine;

import static io.holdfast.log.engine.TestClient.now;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.log.Clock;
import io.holdfast.log.DirectoryConflictException;
import io.holdfast.log.LogOptions;
import io.holdfast.log.journal.JournalLog;
import io.holdfast.log.raft.ClusterLog;
import io.holdfast.log.raft.ClusterOptions;
import io.holdfast.log.raft.FreePorts;
import io.holdfast.log.raft.PeerAddress;
import io.holdfast.log.raft.StoredGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A data directory serves only in its own group, even if the flags name another. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class DirectoryRulesTest {

    private static final EngineOptions ALONE =
            new EngineOptions("node-1", Settings.DEFAULT, false, false);

    @TempDir
    private Path directory;

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else if (!file.endsWith("in_use.lock")) {
                    Files.copy(file, target);
                }
            }
        }
    }

    private void runAlone(Path data, String name) throws IOException {
        try (Engine alone =
                Engine.start(new JournalLog(data, LogOptions.DEFAULT, name), Clock.SYSTEM, ALONE)) {
            now(TestClient.open(alone, 1).acquire("dual", 0, 300));
        }
    }

    private static Engine start(Path data, ClusterOptions options) throws IOException {
        return Engine.start(
                new ClusterLog(data, LogOptions.DEFAULT, options, Clock.SYSTEM),
                Clock.SYSTEM,
                new EngineOptions(options.node(), Settings.DEFAULT, false, false));
    }

    @Test
    void singleMemberDirectoryRejectsPeers() throws IOException {
        SortedMap<String, PeerAddress> peers = FreePorts.peers("n1", "n2", "n3");
        for (String name : peers.keySet()) {
            Path data = directory.resolve(name);
            runAlone(data, name);
            assertThatThrownBy(
                            () -> start(data, new ClusterOptions(name, peers, null, false, null)))
                    .isInstanceOf(DirectoryConflictException.class)
                    .hasMessageContaining("whose only member is " + name)
                    .hasMessageContaining("--peers " + name + "=" + peers.get(name))
                    .hasMessageContaining("holdfast cluster add");
        }
    }

    @Test
    void singleMemberDirectoryRejectsJoin() throws IOException {
        Path data = directory.resolve("n3");
        runAlone(data, "n3");
        SortedMap<String, PeerAddress> peers = FreePorts.peers("n3");
        assertThatThrownBy(() -> start(data, new ClusterOptions("n3", peers, null, true, null)))
                .isInstanceOf(DirectoryConflictException.class)
                .hasMessageContaining("--join");
    }

    @Test
    void directoryOfAnotherMemberIsRejected() throws IOException {
        Path data = directory.resolve("n1");
        runAlone(data, "n1");
        SortedMap<String, PeerAddress> peers = FreePorts.peers("n1", "n3");
        assertThatThrownBy(() -> start(data, new ClusterOptions("n3", peers, null, false, null)))
                .isInstanceOf(DirectoryConflictException.class)
                .hasMessageContaining("belongs to member n1")
                .hasMessageContaining("--node n1");
    }

    @Test
    void memberStartsWithoutFlagsAndKeepsItsTerm() throws IOException {
        try (TestCluster cluster = TestCluster.ofThree(directory)) {
            String follower = cluster.leader().equals("n3") ? "n2" : "n3";
            cluster.stop(follower);
            String other = cluster.leader();
            long term = cluster.membership(other).status().term();
            Path data = cluster.directory(follower);

            assertThatThrownBy(() -> runAlone(data, follower))
                    .as("the log of a server without peers")
                    .isInstanceOf(DirectoryConflictException.class)
                    .hasMessageContaining("belongs to member " + follower)
                    .hasMessageContaining("cannot be opened alone");
            ClusterOptions kept =
                    Objects.requireNonNull(StoredGroup.read(data).options(null, null, null));
            try (Engine again = start(data, kept)) {
                assertThat(now(TestClient.open(again, 9).acquire("k", 0, 5)))
                        .isInstanceOf(Outcome.Granted.class);
                assertThat(cluster.membership(other).status().term()).isEqualTo(term);
            }
        }
    }

    @Test
    void directoryTakesPrecedenceOverAddressInFlags() throws IOException {
        try (TestCluster cluster = TestCluster.ofThree(directory)) {
            String follower = cluster.leader().equals("n3") ? "n2" : "n3";
            cluster.stop(follower);
            String other = cluster.leader();
            long term = cluster.membership(other).status().term();
            SortedMap<String, PeerAddress> wrong = FreePorts.peers("n1", "n2", "n3");
            ClusterOptions flags = new ClusterOptions(follower, wrong, null, false, null);

            assertThat(StoredGroup.read(cluster.directory(follower))
                            .reconcile(flags)
                            .own())
                    .isEqualTo(cluster.address(follower));
            try (Engine again = start(cluster.directory(follower), flags)) {
                assertThat(now(TestClient.open(again, 9).acquire("k", 0, 5)))
                        .isInstanceOf(Outcome.Granted.class);
                assertThat(cluster.membership(other).status().term()).isEqualTo(term);
            }
        }
    }

    @Test
    void directoryOfAJoiningMemberIsNotOpenedAlone() throws IOException {
        Path data = Files.createDirectories(directory.resolve("n3"));
        Files.writeString(
                data.resolve("identity"),
                "cluster=0a5ab1c2-5d2c-4f6e-9a3e-111111111111\nnode=n3\n");
        assertThatThrownBy(() -> runAlone(data, "n3"))
                .isInstanceOf(DirectoryConflictException.class)
                .hasMessageContaining("--peers n3=HOST:PORT");
        assertThatThrownBy(() -> StoredGroup.read(data).options(null, null, null))
                .isInstanceOf(DirectoryConflictException.class);
    }

    @Test
    void copyOfADirectoryIsRejectedWhileTheOriginalRuns() throws IOException {
        try (TestCluster cluster = TestCluster.ofThree(directory)) {
            Path copied = directory.resolve("copied");
            copy(cluster.directory("n1"), copied);
            SortedMap<String, PeerAddress> self =
                    new TreeMap<>(Map.of("n1", cluster.address("n1")));
            assertThatThrownBy(
                            () -> start(copied, new ClusterOptions("n1", self, null, false, null)))
                    .isInstanceOf(DirectoryConflictException.class)
                    .hasMessageContaining("already runs as member n1");
            assertThat(now(TestClient.open(cluster.node("n2"), 2).acquire("dual", 0, 5)))
                    .isInstanceOf(Outcome.Granted.class);
        }
    }

    @Test
    void oldCopyOfADirectoryIsRejected() throws IOException {
        try (TestCluster cluster = TestCluster.ofThree(directory)) {
            String follower = cluster.leader().equals("n3") ? "n2" : "n3";
            Path data = cluster.directory(follower);
            Path old = directory.resolve("old");
            cluster.stop(follower);
            copy(data, old);
            Engine again = cluster.start(follower);
            TestClient client = TestClient.open(again, 5);
            for (int i = 0; i < 50; i++) {
                now(client.acquire("k" + i, 0, 300));
            }
            cluster.stop(follower);
            ClusterChangesTest.wipe(data);
            copy(old, data);
            assertThatThrownBy(() -> cluster.start(follower))
                    .isInstanceOf(DirectoryConflictException.class)
                    .hasMessageContaining("old copy")
                    .hasMessageContaining("holdfast cluster replace " + follower);
        }
    }
}
