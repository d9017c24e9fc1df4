package io.holdfast.server.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a server without an endpoint for traces does not load what it would need. */
final class TracingOffTest {

    @TempDir
    private Path directory;

    /** Returns the classes that a server loads until it has answered requests and stopped. */
    private List<String> loaded(String... flags) throws Exception {
        Path classes = directory.resolve("classes-" + flags.length);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xlog:class+load:file=" + classes,
                "-cp",
                System.getProperty("java.class.path"),
                "io.holdfast.server.Main",
                "serve",
                "--ephemeral",
                "--http-port=0",
                "--port=0"));
        command.addAll(List.of(flags));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out().toFile())
                .start();
        try {
            lockAndRelease(httpPort());
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(classes);
    }

    private Path out() {
        return directory.resolve("out");
    }

    private int httpPort() {
        Pattern address = Pattern.compile("http://[^ ]*:(\\d+)");
        return Integer.parseInt(Awaitility.await()
                .atMost(60, TimeUnit.SECONDS)
                .until(
                        () -> address.matcher(Files.readString(out()))
                                .results()
                                .map(found -> found.group(1))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow());
    }

    /** A granted request, one that waits, and the release that ends the wait, within a trace. */
    private static void lockAndRelease(int port) {
        try (Client client = new Client(port)) {
            String[] parent = {
                "traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
            };
            Caller holder = client.session();
            String token = holder.post("locks/k", "{}", parent).token();
            CompletableFuture<Reply> waiting =
                    client.session().start("locks/k", "{\"acquire_timeout_s\":30}", parent);
            Awaitility.await()
                    .atMost(30, TimeUnit.SECONDS)
                    .until(() -> client.get("/v1/resources/locks/k")
                                    .json()
                                    .path("waiting")
                                    .asInt()
                            == 1);
            holder.post("locks/k/release", "{\"token\":\"" + token + "\"}", parent);
            assertThat(Client.await(waiting).status()).isEqualTo(200);
        }
    }

    @Test
    void requestsLoadClassesOfTracingOnlyWithAnEndpoint() throws Exception {
        assertThat(loaded())
                .hasSizeGreaterThan(1_000)
                .noneMatch(line -> line.contains("io.opentelemetry"))
                .noneMatch(line -> line.contains("io.holdfast.server.trace.RequestSpans"))
                .noneMatch(line -> line.contains("io.holdfast.server.trace.ReleaseLinks"));
        assertThat(loaded("--otlp-endpoint", "http://127.0.0.1:1"))
                .anyMatch(line -> line.contains("io.opentelemetry.sdk"))
                .anyMatch(line -> line.contains("io.holdfast.server.trace.RequestSpans"))
                .anyMatch(line -> line.contains("io.holdfast.server.trace.ReleaseLinks"));
    }
}
