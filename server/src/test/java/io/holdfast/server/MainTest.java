package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the process as a shell sees it: its output and exit codes. */
final class MainTest {

    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    Path directory;

    private Process start(Map<String, String> environment, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(ServerCommand.of(arguments));
        builder.environment().putAll(environment);
        builder.redirectError(directory.resolve("err").toFile());
        return builder.start();
    }

    private static int port(BufferedReader out) throws IOException {
        String line = out.readLine();
        assertThat(line).matches("listening on http://127\\.0\\.0\\.1:[0-9]+");
        return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    private static int exit(Process process) throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private String errors() throws IOException {
        return Files.readString(directory.resolve("err"));
    }

    @Test
    void servePrintsItsAddressesAndExitsWithZeroOnSignal() throws Exception {
        String data = directory.resolve("data").toString();
        String[] flags = {"serve", "--http-port=0", "--port=0", "--data-dir", data};
        Process first = start(Map.of(), flags);
        try (BufferedReader out = first.inputReader();
                Client client = new Client(port(out))) {
            assertThat(out.readLine()).matches("line protocol on 127\\.0\\.0\\.1:[1-9][0-9]+");
            assertThat(out.readLine()).isEqualTo("state in " + data);
            Caller ann = client.session();
            String token = ann.lock("k").token();

            Process second = start(Map.of(), flags);
            assertThat(exit(second)).isEqualTo(74);
            assertThat(errors()).contains(data);

            first.destroy();
            assertThat(exit(first)).isZero();
            Process third = start(Map.of(), flags);
            try (BufferedReader more = third.inputReader();
                    Client again = new Client(port(more))) {
                Caller same = new Caller(again, ann.id());
                assertThat(same.renew("k", token).status()).isEqualTo(200);
            } finally {
                third.destroy();
            }
            assertThat(exit(third)).isZero();
        } finally {
            first.destroyForcibly();
        }
    }

    @Test
    void startThatCannotStoreTheNumberOfItsProcessExitsWith74() throws Exception {
        Path data = directory.resolve("data");
        Files.createDirectories(data.resolve("incarnation.tmp").resolve("in the way"));
        Process process =
                start(Map.of(), "serve", "--http-port=0", "--port=0", "--data-dir=" + data);
        try {
            assertThat(exit(process)).isEqualTo(74);
            assertThat(errors())
                    .contains("cannot store the number of this process in "
                            + data.resolve("incarnation"));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void secondSignalDoesNotWaitForConnections() throws Exception {
        String[] flags = {"--ephemeral", "--http-port=0", "--port=0", "--shutdown-timeout=0"};
        Process process = start(Map.of(), flags);
        try (BufferedReader out = process.inputReader()) {
            port(out);
            String line = out.readLine();
            int linePort = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
            try (LineClient idle = new LineClient(linePort);
                    LineClient other = new LineClient(linePort)) {
                assertThat(idle.ask("ping", "", "")).isEqualTo("ok");
                process.destroy();
                // This reply shows that the shutdown has begun; the idle connection delays it.
                Awaitility.await()
                        .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                        .until(() -> other.ask("ping", "", "").equals("error_draining"));
                assertThat(process.isAlive()).isTrue();
                process.destroy();
                assertThat(exit(process)).isZero();
            }
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void sighupReloadsEntityFilesAndKeepsLocks() throws Exception {
        Path manifest = directory.resolve("manifest.yaml");
        Files.writeString(manifest, "manifest_version: '1.0'\napps: [{id: one}]\n");
        Process process = start(
                Map.of(),
                "--ephemeral",
                "--http-port=0",
                "--port=0",
                "--entities-manifest",
                manifest.toString());
        try (BufferedReader out = process.inputReader();
                Client client = new Client(port(out))) {
            String locks = "/api/v1/apps/one/locks";
            Reply lock = client.post(locks, "{\"lock_expiration\":600}", "X-Client-Id", "me");
            assertThat(lock.status()).isEqualTo(201);

            Files.writeString(manifest, "manifest_version: '1.0'\napps: [{id: one}, {id: two}]\n");
            hangUp(process);
            Awaitility.await()
                    .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .until(() -> client.get("/api/v1/apps/two").status() == 200);
            assertThat(client.get(locks).body()).contains("lock_1");

            Files.writeString(manifest, "manifest_version: '1.0'\napps:\n  - id: 'o n e'\n");
            hangUp(process);
            Awaitility.await()
                    .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .until(() -> errors().contains("manifest.yaml, line 3: id must be"));
            assertThat(client.get("/api/v1/apps/two").status()).isEqualTo(200);
        } finally {
            process.destroyForcibly();
        }
    }

    private static void hangUp(Process process) throws Exception {
        Process kill = new ProcessBuilder("kill", "-HUP", String.valueOf(process.pid())).start();
        assertThat(exit(kill)).isZero();
    }

    @Test
    void failedStartPrintsTheReasonAndExitsWithItsCode() throws Exception {
        assertThat(exit(start(Map.of(), "serve", "--http-prot=1"))).isEqualTo(64);
        assertThat(errors()).contains("--http-port");
        assertThat(exit(start(Map.of("HOLDFAST_DEBUG", "perhaps"), "serve"))).isEqualTo(78);
        assertThat(errors()).contains("HOLDFAST_DEBUG");
        assertThat(exit(start(Map.of(), "dance"))).isEqualTo(64);
        try (ServerSocket taken = new ServerSocket(0)) {
            String port = String.valueOf(taken.getLocalPort());
            assertThat(exit(start(Map.of(), "--ephemeral", "--http-port", port)))
                    .isEqualTo(69);
            assertThat(errors()).contains(port).contains("--http-port");
        }
    }

    @Test
    void helpAndVersionGoToStandardOutput() throws Exception {
        Process help = start(Map.of(), "serve", "--help");
        assertThat(new String(help.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("--data-dir");
        assertThat(exit(help)).isZero();
        Process version = start(Map.of(), "--version");
        assertThat(new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("holdfast ");
        assertThat(exit(version)).isZero();
    }

    @Test
    void trainingRunExitsWithZero() throws Exception {
        Process train = start(Map.of(), "train");

        assertThat(new String(train.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("trained with ");
        assertThat(exit(train)).isZero();
    }
}
