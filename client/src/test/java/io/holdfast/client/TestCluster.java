package io.holdfast.client;

import io.holdfast.log.raft.FreePorts;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Three members of one cluster in this process, with real sockets, files and time. */
final class TestCluster implements AutoCloseable {

    private static final int MEMBERS = 3;

    private final List<TestMember> members;

    private TestCluster(List<TestMember> members) {
        this.members = members;
    }

    /** Starts all members at once, because none is ready before the others run. */
    static TestCluster start(Path directory) {
        List<String> peers = new ArrayList<>();
        for (int port : FreePorts.ports(MEMBERS)) {
            peers.add("n" + (peers.size() + 1) + "=127.0.0.1:" + port);
        }
        List<CompletableFuture<TestMember>> starting = new ArrayList<>();
        for (int i = 1; i <= MEMBERS; i++) {
            String name = "n" + i;
            List<String> flags = List.of(
                    "--data-dir",
                    directory.resolve(name).toString(),
                    "--node",
                    name,
                    "--peers",
                    String.join(",", peers),
                    "--port",
                    "0",
                    "--http-port",
                    "0",
                    "--shutdown-timeout",
                    "1");
            starting.add(CompletableFuture.supplyAsync(
                    () -> TestMember.start(flags), run -> Thread.ofPlatform().start(run)));
        }
        return new TestCluster(starting.stream().map(CompletableFuture::join).toList());
    }

    TestMember member(int index) {
        return members.get(index);
    }

    /** Returns all addresses, beginning with that of one member. */
    String addresses(int first) {
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            addresses.add(members.get((first + i) % MEMBERS).address());
        }
        return addresses.stream().collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        members.parallelStream().forEach(TestMember::close);
    }
}
