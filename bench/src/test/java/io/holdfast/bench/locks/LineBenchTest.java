package io.holdfast.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.bench.load.FakeLine;
import io.holdfast.bench.load.FakeLocks;
import io.holdfast.bench.load.Responder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class LineBenchTest {

    @TempDir
    Path directory;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private boolean bench(String... more) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("--seconds", "0.2", "--warmup", "0.1"));
        arguments.addAll(List.of("--server-warmup", "0.1", "--connections", "1,4"));
        arguments.addAll(List.of("--work-dir", directory.resolve("work").toString()));
        arguments.addAll(List.of(more));
        return LocksBench.line().run(arguments, new PrintStream(printed, true));
    }

    private static String addressOf(Responder responder) {
        return "127.0.0.1:" + responder.address().getPort();
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void anyServerOfTheProtocolIsMeasuredInEveryRow() throws Exception {
        FakeLine locks = new FakeLine();
        Path page = directory.resolve("page.md");
        try (Responder responder = Responder.ofLines(10_000, locks)) {
            String server = "fake=" + addressOf(responder);
            String[] arguments = {
                "--no-start", "--only", "line", "--against", server, "--markdown", page.toString()
            };
            assertThat(bench(arguments)).as(text()).isTrue();
        }

        assertThat(text())
                .contains("line.fake.unique", "line.fake.shared")
                .doesNotContain("INVALID");
        assertThat(Files.readString(page))
                .contains("<!-- figures of line", "| line.fake.shared | 4 |");
        assertThat(locks.holdsLeft()).isZero();
    }

    /**
     * Holdfast is found by its output; here it is a script that prints the addresses of two fakes.
     */
    @Test
    void holdfastIsMeasuredOverBothTransportsBesideAnotherServer() throws Exception {
        try (Responder http = new Responder(10_000, new FakeLocks());
                Responder line = Responder.ofLines(10_000, new FakeLine())) {
            Path launcher = directory.resolve("launcher");
            Files.writeString(launcher, """
                    #!/bin/sh
                    echo listening on http://%s
                    echo line protocol on %s
                    exec sleep 600
                    """.formatted(addressOf(http), addressOf(line)));
            Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
            String[] arguments = {
                "--launcher",
                launcher.toString(),
                "--only",
                "line,locks",
                "--against",
                "fake=" + addressOf(line)
            };
            assertThat(bench(arguments)).as(text()).isTrue();
        }

        assertThat(text())
                .contains("line.memory.unique at 4, pairs/s", "line.fake.unique")
                .contains("line.memory.ping", "locks.memory.unique")
                .doesNotContain("INVALID");
    }

    @Test
    void wrongAnswerMakesTheRowInvalid() throws Exception {
        try (Responder responder = Responder.ofLines(10_000, request -> "error_max_locks\n")) {
            boolean valid = bench(
                    "--no-start", "--only", "line", "--against", "fake=" + addressOf(responder));
            assertThat(valid).isFalse();
        }

        assertThat(text()).contains("INVALID", "a wrong reply: error_max_locks");
    }
}
