package io.holdfast.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.bench.load.FakeLocks;
import io.holdfast.bench.load.Responder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class LocksBenchTest {

    @TempDir
    Path directory;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private boolean bench(Responder responder, String... more)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("--no-start", "--seconds", "0.2"));
        arguments.addAll(List.of("--warmup", "0.1", "--server-warmup", "0.1"));
        arguments.addAll(List.of("--connections", "1,4", "--only", "locks"));
        arguments.addAll(List.of("--work-dir", directory.toString()));
        arguments.add("--server");
        arguments.add("fake=http://127.0.0.1:" + responder.address().getPort());
        arguments.addAll(List.of("--pid", Long.toString(ProcessHandle.current().pid())));
        arguments.addAll(List.of(more));
        return LocksBench.http().run(arguments, new PrintStream(printed, true));
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void anyServerOfTheApiIsMeasuredInEveryRow() throws Exception {
        FakeLocks locks = new FakeLocks();
        Path page = directory.resolve("page.md");
        try (Responder responder = new Responder(10_000, locks)) {
            assertThat(bench(responder, "--markdown", page.toString()))
                    .as(text())
                    .isTrue();
        }

        assertThat(text())
                .contains("locks.fake.fixed", "locks.fake.unique", "locks.fake.shared")
                .contains("locks.fake.handover", "an uncontended acquire")
                .doesNotContain("INVALID");
        assertThat(Files.readString(page)).contains("| locks.fake.shared | 4 |");
        assertThat(locks.sessionsLeft()).isZero();
    }

    @Test
    void ratioThatIsWorseThanTheBaselineFails() throws Exception {
        Path baseline = directory.resolve("baseline.txt");
        String[] compared = {"--connections", "4", "--baseline", baseline.toString()};
        try (Responder responder = new Responder(10_000, new FakeLocks())) {
            Files.writeString(
                    baseline, "locks.fake.handover, p50 | an uncontended acquire | 0.001\n");
            assertThat(bench(responder, compared)).as(text()).isFalse();
        }
        assertThat(text())
                .contains("regression: locks.fake.handover, p50 | an uncontended acquire");
    }

    @Test
    void workDirectoryIsEmptyAfterwards() throws Exception {
        try (Responder responder = new Responder(10_000, new FakeLocks())) {
            bench(responder, "--connections", "1");
        }

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void wrongAnswerMakesTheRowInvalid() throws Exception {
        FakeLocks locks = new FakeLocks();
        Responder.Answering talkative = request -> {
            String right = locks.answer(request);
            return request.contains("/release ") ? Responder.http(200, "{}") : right;
        };
        try (Responder responder = new Responder(10_000, talkative)) {
            boolean valid = bench(responder, "--connections", "1");
            assertThat(valid).isFalse();
        }

        assertThat(text()).contains("INVALID", "a wrong reply");
    }

    @Test
    void unreachableServerFailsItsRowsWithAReason() throws Exception {
        Responder gone = new Responder(10_000, new FakeLocks());
        gone.close();

        assertThat(bench(gone, "--connections", "1")).isFalse();

        assertThat(text()).contains("locks.fake.unique", "FAILED", "Connection refused");
    }

    @Test
    void missingLauncherFailsItsRows() throws Exception {
        List<String> arguments = List.of(
                "--launcher",
                directory.resolve("nothing").toString(),
                "--only",
                "locks.memory.unique",
                "--connections",
                "1",
                "--work-dir",
                directory.toString());

        boolean valid = LocksBench.http().run(arguments, new PrintStream(printed, true));

        assertThat(valid).isFalse();
        assertThat(text()).contains("FAILED");
    }
}
