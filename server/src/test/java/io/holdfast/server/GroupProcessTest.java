package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests members as processes: their logs and exit codes. */
final class GroupProcessTest {

    private static final long PATIENCE_SECONDS = 120;

    /** Twice the lines that bootstrapping writes today, on the slowest of three members. */
    private static final int FOUNDING_LINES_MAX = 40;

    @TempDir
    Path directory;

    private final List<Process> processes = new ArrayList<>();
    private final List<Integer> ports = Peers.freePorts();
    private final List<Integer> httpPorts = Peers.freePorts();

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    private Process start(int number, String peers) throws IOException {
        String node = "n" + number;
        List<String> command = new ArrayList<>(ServerCommand.of("serve"));
        command.addAll(List.of("--http-port", "" + httpPorts.get(number - 1), "--port", "0"));
        command.addAll(List.of("--node", node, "--peers", peers));
        command.addAll(List.of("--data-dir", directory.resolve(node).toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectError(err(number).toFile());
        builder.redirectOutput(directory.resolve(node + ".out").toFile());
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private Path err(int number) {
        return directory.resolve("n" + number + ".err");
    }

    private static int exit(Process process) throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** Returns all log lines so far, each of which must be JSON. */
    private List<JsonNode> log(int number) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(err(number))) {
            lines.add(Reply.parse(line));
        }
        return lines;
    }

    private void awaitReady(int number, String text) {
        try (Client client = new Client(httpPorts.get(number - 1))) {
            Awaitility.await(text)
                    .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .ignoreExceptions()
                    .until(() -> client.get("/ready").body(), body -> body.contains(text));
        }
    }

    private static List<String> messages(List<JsonNode> lines) {
        return lines.stream().map(line -> line.path("message").asString("")).toList();
    }

    @Test
    void bootstrapLogsFewJsonLinesAndNoErrors() throws Exception {
        String peers = Peers.peers(ports);
        start(1, peers);
        awaitReady(1, "\"status\":\"founding\"");
        start(2, peers);
        awaitReady(2, "\"status\":\"founding\"");
        start(3, peers);
        for (int number = 1; number <= 3; number++) {
            awaitReady(number, "\"status\":\"ok\"");
        }
        int leaders = 0;
        for (int number = 1; number <= 3; number++) {
            List<JsonNode> lines = log(number);
            assertThat(lines).as("n" + number).hasSizeLessThan(FOUNDING_LINES_MAX);
            assertThat(lines)
                    .as("n" + number)
                    .noneMatch(line -> line.path("level").asString("").equals("ERROR"));
            leaders += (int) messages(lines).stream()
                    .filter(message -> message.matches("leader changed: leader=n[123] term=.*"))
                    .count();
        }
        assertThat(leaders).isGreaterThanOrEqualTo(3);
    }

    @Test
    void unresolvablePeerIsLoggedOnce() throws Exception {
        String peers = "n1=127.0.0.1:" + ports.get(0) + ",n2=peer.invalid:" + ports.get(1)
                + ",n3=127.0.0.1:" + ports.get(2);
        Process process = start(1, peers);
        awaitReady(1, "n2 is not connected (unknown_host)");
        awaitReady(1, "n3 is not connected (refused)");
        assertThat(log(1)).hasSizeLessThan(FOUNDING_LINES_MAX);
        assertThat(messages(log(1)).stream()
                        .filter(message -> message.contains("peer n2 not connected")))
                .hasSize(1);
        process.destroy();
        assertThat(exit(process)).isZero();
        assertThat(messages(log(1))).contains("stopping");
    }

    @Test
    void peerPortInUseIsOneMessageAndExitCode69() throws Exception {
        try (ServerSocket taken =
                new ServerSocket(ports.get(0), 1, InetAddress.getLoopbackAddress())) {
            Process process = start(1, Peers.peers(ports));
            assertThat(exit(process)).isEqualTo(69);
            assertThat(Files.readAllLines(err(1)))
                    .filteredOn(line -> !line.startsWith("{"))
                    .containsExactly("cannot listen for peers on 127.0.0.1:" + taken.getLocalPort()
                            + ": Address already in use. Stop the process that listens there, or"
                            + " change the address of n1 in --peers.");
            assertThat(Files.readString(err(1))).doesNotContain("\\n\\tat ");
        }
    }
}
