package io.holdfast.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.log.raft.FreePorts;
import io.holdfast.server.Client;
import io.holdfast.server.ServerCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** A cluster of three processes, n1, n2 and n3, that can be killed. */
final class ThreeProcesses implements AutoCloseable {

    private static final int NODES = 3;
    private static final long PATIENCE_SECONDS = 120;

    private final Path directory;
    private final List<Integer> peerPorts = FreePorts.ports(NODES);
    private final List<Integer> httpPorts = FreePorts.ports(NODES);
    private final List<Process> processes = new ArrayList<>();

    ThreeProcesses(Path directory) {
        this.directory = directory;
        for (int number = 1; number <= NODES; number++) {
            processes.add(start(number));
        }
        awaitReady();
    }

    private Process start(int number) {
        String peers = IntStream.range(0, NODES)
                .mapToObj(i -> "n" + (i + 1) + "=127.0.0.1:" + peerPorts.get(i))
                .collect(Collectors.joining(","));
        List<String> command = new ArrayList<>(ServerCommand.of("serve", "--port", "0"));
        command.addAll(List.of("--http-port", "" + port(number), "--node", "n" + number));
        command.addAll(List.of("--peers", peers));
        command.addAll(List.of("--data-dir", directory.resolve("n" + number).toString()));
        command.addAll(List.of("--http-session-idle-timeout", "600"));
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("n" + number + ".log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() {
        for (int number = 1; number <= NODES; number++) {
            try (Client client = client(number)) {
                Awaitility.await("n" + number)
                        .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                        .ignoreExceptions()
                        .until(() -> client.get("/ready").body().contains("\"status\":\"ok\""));
            }
        }
    }

    int port(int number) {
        return httpPorts.get(number - 1);
    }

    Client client(int number) {
        return new Client(port(number));
    }

    String page(int number, String hash) {
        return "http://127.0.0.1:" + port(number) + "/" + hash;
    }

    /** Returns the number of the leader. */
    int leader() {
        try (Client client = client(1)) {
            return Integer.parseInt(client.get("/v1/cluster").text("leader").substring(1));
        }
    }

    /** Ends a process at once, as {@code kill -9} does. */
    void kill(int number) {
        Process process = processes.get(number - 1);
        try {
            assertThat(process.destroyForcibly().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Starts members again that were killed. */
    void startKilled() {
        for (int number = 1; number <= NODES; number++) {
            if (!processes.get(number - 1).isAlive()) {
                processes.set(number - 1, start(number));
            }
        }
        awaitReady();
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
        processes.forEach(process -> process.onExit().join());
    }
}
