package io.holdfast.rig.operating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.log.raft.FreePorts;
import io.holdfast.log.raft.PeerAddress;
import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.wire.Answer;
import io.holdfast.rig.wire.Caller;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Data directories that were restored or ran alone, started under the names of a cluster's members.
 */
final class DirectoryTest {

    private static final int PATIENCE_SECONDS = 120;
    private static final int CONFIGURATION = 78;

    private final Map<String, PeerAddress> addresses = FreePorts.peers("n1", "n2", "n3");
    private final Map<String, ServerProcess> members = new TreeMap<>();
    private final List<ServerProcess> launched = new ArrayList<>();

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        launched.forEach(ServerProcess::close);
    }

    private String peers() {
        List<String> peers = new ArrayList<>();
        addresses.forEach((name, address) -> peers.add(name + "=" + address));
        return String.join(",", peers);
    }

    private ServerProcess launch(Path data, String... flags) throws IOException {
        ServerProcess server = ServerProcess.launch(ServerCommand.durable(data, flags), directory);
        launched.add(server);
        return server;
    }

    private void start(String name, String... flags) throws IOException {
        members.put(name, launch(directory.resolve(name), flags));
    }

    private ServerProcess member(String name) {
        return Objects.requireNonNull(members.get(name), name);
    }

    private static boolean ready(ServerProcess server) throws IOException {
        return ask(server, "/ready").status() == 200;
    }

    private void awaitReady() {
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).ignoreExceptions().until(() -> {
            for (ServerProcess member : members.values()) {
                if (!ready(member)) {
                    return false;
                }
            }
            return true;
        });
    }

    private void assertRefused(Path data, String name) throws IOException {
        ServerProcess refused = launch(data, "--node", name, "--peers", peers());
        assertThat(refused.awaitExit()).as(refused.excerpt()).isEqualTo(CONFIGURATION);
        assertThat(refused.printed())
                .contains("whose only member is " + name)
                .contains("holdfast cluster add");
    }

    /** Returns how many of the running members grant the lock to a client of their own. */
    private int granted() throws IOException {
        int granted = 0;
        for (ServerProcess member : members.values()) {
            try (Caller caller = Caller.open(new Wire(member.port()))) {
                Answer.Reply reply = caller.acquire("dual", 0, 3600);
                if (reply.status() == 200 && reply.json().containsKey("token")) {
                    granted++;
                }
            }
        }
        return granted;
    }

    private long term() throws IOException {
        return ask(member("n1"), "/v1/cluster").number("term");
    }

    @Test
    void directoriesOfASingleMemberClusterAreRefused() throws Exception {
        for (String name : addresses.keySet()) {
            start(name, "--node", name, "--peers", peers());
        }
        awaitReady();
        Shell shell = new Shell(directory);
        shell.run("./holdfast backup state.backup --server http://127.0.0.1:"
                + member("n1").port());
        assertThat(granted()).isEqualTo(1);

        member("n3").kill();
        members.remove("n3");
        for (String name : addresses.keySet()) {
            shell.run("./holdfast restore state.backup --data-dir restored-" + name + " --node "
                    + name);
            assertRefused(directory.resolve("restored-" + name), name);
        }

        ServerProcess alone = launch(directory.resolve("alone"), "--node", "n1");
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> ready(alone));
        alone.terminate();
        assertThat(alone.awaitExit()).as(alone.excerpt()).isZero();
        assertRefused(directory.resolve("alone"), "n1");

        long before = term();
        start("n3");
        awaitReady();
        assertThat(member("n3").printed()).doesNotContain("only member");
        assertThat(term()).isEqualTo(before);
        assertThat(granted()).as("holders").isLessThanOrEqualTo(1);
    }

    /** A member of another cluster listens on n3's address: each side reports both cluster ids. */
    @Test
    void membersOfDifferentClustersRejectEachOther() throws Exception {
        for (String name : addresses.keySet()) {
            start(name, "--node", name, "--peers", peers());
        }
        awaitReady();
        member("n3").kill();
        List<ServerProcess> first = List.of(member("n1"), member("n2"));
        // If n3 led, the others elect a leader, and that is the last election.
        for (ServerProcess server : first) {
            await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .until(() -> ask(server, "/v1/cluster").text("leader").matches("n1|n2"));
        }
        long before = ask(first.getFirst(), "/v1/cluster").number("term");
        addresses.putAll(FreePorts.peers("n1", "n2"));
        for (String name : addresses.keySet()) {
            members.put(
                    name,
                    launch(directory.resolve("other-" + name), "--node", name, "--peers", peers()));
        }
        awaitReady();

        String one = cluster(first.getFirst());
        String other = cluster(member("n1"));
        assertThat(other).isNotEqualTo(one);
        for (ServerProcess server : List.of(first.get(0), first.get(1), member("n3"))) {
            await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).untilAsserted(() -> {
                assertThat(ask(server, "/ready").status()).isEqualTo(200);
                assertThat(ask(server, "/ready").body()).contains("other_cluster", one, other);
                assertThat(server.printed()).contains(one).contains(other);
            });
        }
        assertThat(ask(first.getFirst(), "/v1/cluster").number("term")).isEqualTo(before);
    }

    private static String cluster(ServerProcess server) throws IOException {
        return ask(server, "/v1/cluster").text("cluster");
    }

    private static Answer.Reply ask(ServerProcess server, String path) throws IOException {
        try (Wire wire = new Wire(server.awaitPort())) {
            return wire.ask(Request.get(path));
        }
    }
}
