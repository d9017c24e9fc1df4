package io.holdfast.client.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.client.Holdfast;
import io.holdfast.client.HoldfastException;
import io.holdfast.client.MemberHealth;
import io.holdfast.log.raft.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Servers as processes, alone or as a cluster. */
final class Members implements AutoCloseable {

    private static final Pattern LEADER = Pattern.compile("\"leader\":\"n(\\d)\"");
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(3);

    private final Path directory;
    private final List<Integer> httpPorts;
    private final List<Integer> peerPorts;
    private final List<Process> processes = new ArrayList<>();
    private final Holdfast watching;

    private Members(Path directory, int size) throws IOException {
        this.directory = directory;
        List<Integer> ports = FreePorts.ports(2 * size);
        this.httpPorts = ports.subList(0, size);
        this.peerPorts = ports.subList(size, 2 * size);
        for (int number = 0; number < size; number++) {
            processes.add(start(number));
        }
        this.watching = Holdfast.connect(addresses(0));
    }

    /** Starts so many members and waits until all serve. */
    static Members start(Path directory, int size) throws IOException, InterruptedException {
        Members members = new Members(directory, size);
        members.awaitReady();
        return members;
    }

    private Process start(int number) throws IOException {
        String node = "n" + (number + 1);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                "io.holdfast.server.Main",
                "serve"));
        command.addAll(List.of("--http-port", "" + httpPorts.get(number), "--port", "0"));
        command.addAll(List.of("--data-dir", directory.resolve(node).toString()));
        if (httpPorts.size() > 1) {
            List<String> peers = new ArrayList<>();
            for (int port : peerPorts) {
                peers.add("n" + (peers.size() + 1) + "=127.0.0.1:" + port);
            }
            command.addAll(List.of("--node", node, "--peers", String.join(",", peers)));
        }
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve(node + ".log").toFile()))
                .start();
    }

    /** Returns all addresses, beginning with that of one member. */
    String addresses(int first) {
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < httpPorts.size(); i++) {
            int port = httpPorts.get((first + i) % httpPorts.size());
            addresses.add("http://127.0.0.1:" + port);
        }
        return String.join(",", addresses);
    }

    void awaitReady() throws InterruptedException {
        long endNanos = System.nanoTime() + PATIENCE_NANOS;
        while (!watching.admin().health().stream().allMatch(MemberHealth::ready)) {
            assertThat(System.nanoTime()).as("all members become ready").isLessThan(endNanos);
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    /** Kills the leader as {@code kill -9} does, and starts it again without waiting for it. */
    void killLeader() throws IOException, InterruptedException {
        awaitReady();
        int leader = leader();
        Process killed = processes.get(leader);
        killed.destroyForcibly().waitFor();
        processes.set(leader, start(leader));
    }

    private int leader() throws InterruptedException {
        long endNanos = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            try {
                Matcher leader = LEADER.matcher(
                        watching.http().send("GET", "/v1/cluster", null).body());
                if (leader.find()) {
                    return Integer.parseInt(leader.group(1)) - 1;
                }
            } catch (HoldfastException e) {
                // No leader yet.
            }
            assertThat(System.nanoTime()).as("a leader is elected").isLessThan(endNanos);
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    @Override
    public void close() {
        watching.close();
        processes.forEach(Process::destroyForcibly);
    }
}
