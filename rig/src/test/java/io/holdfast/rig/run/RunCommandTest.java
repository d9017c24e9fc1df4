package io.holdfast.rig.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.client.Holdfast;
import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code holdfast run} passes through, and how it exits. */
final class RunCommandTest {

    @TempDir
    private static Path directory;

    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        server = ServerProcess.start(ServerCommand.ephemeral(), directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String url() {
        return "http://127.0.0.1:" + server.port();
    }

    private static Map<String, String> environment() {
        return Map.of("HOLDFAST_URL", url());
    }

    private static Typed run(String... words) throws Exception {
        return Typed.start(directory, environment(), words);
    }

    @Test
    void streamsEnvironmentAndExitCodePassThrough() throws Exception {
        Path input = Files.writeString(directory.resolve("input"), "from standard input\n");
        String script = "cat; echo to standard error >&2; env | grep ^HOLDFAST_ | sort; exit 7";
        try (Typed typed = Typed.start(
                directory,
                environment(),
                input.toFile(),
                "run",
                "streams",
                "--",
                "sh",
                "-c",
                script)) {
            assertThat(typed.code()).as(typed.err()).isEqualTo(7);
            assertThat(typed.err()).isEqualTo("to standard error\n");
            assertThat(typed.out())
                    .startsWith("from standard input\n")
                    .contains("HOLDFAST_KEY=streams\n")
                    .containsPattern("HOLDFAST_LEASE_TOKEN=[0-9a-f]{32}\n")
                    .containsPattern("HOLDFAST_FENCE=\\d+\n")
                    .containsPattern("HOLDFAST_DEADLINE=\\d{10}\n")
                    .doesNotContain("HOLDFAST_SLOT");
        }
    }

    @Test
    void argumentsArriveUnchangedInEveryLocale() throws Exception {
        Map<String, String> posix = new HashMap<>(environment());
        posix.put("LC_ALL", "C");
        try (Typed typed = Typed.start(
                directory, posix, "run", "words", "--", "printf", "%s|", "grün", "-n", "")) {
            assertThat(typed.code()).as(typed.err()).isZero();
            assertThat(typed.out()).isEqualTo("grün|-n||");
        }
    }

    @Test
    void heldLockIsNotObtained() throws Exception {
        try (Typed holder = run("run", "busy", "--", "sh", "-c", "echo held; sleep 600")) {
            holder.awaitLine(1);
            try (Typed now = run("run", "-n", "busy", "--", "echo", "ran");
                    Typed chosen = run("run", "-n", "-E", "9", "busy", "--", "echo", "ran");
                    Typed later = run("run", "-w", "1s", "busy", "--", "echo", "ran")) {
                assertThat(now.code()).isEqualTo(75);
                assertThat(now.err()).contains("the lock busy was not obtained");
                assertThat(chosen.code()).isEqualTo(9);
                assertThat(later.code()).isEqualTo(75);
                assertThat(now.out() + chosen.out() + later.out()).isEmpty();
            }
        }
    }

    @Test
    void waitEndsWhenHolderEnds() throws Exception {
        Path go = directory.resolve("go");
        String holds = "echo held; until [ -e " + go + " ]; do sleep 0.1; done";
        try (Typed holder = run("run", "turn", "--", "sh", "-c", holds)) {
            holder.awaitLine(1);
            try (Typed next = run("run", "-w", "10m", "turn", "--", "echo", "ran")) {
                Files.createFile(go);
                assertThat(holder.code()).isZero();
                assertThat(next.code()).as(next.err()).isZero();
                assertThat(next.out()).isEqualTo("ran\n");
            }
        }
    }

    @Test
    void signalsReachCommandAndBecomeExitCode() throws Exception {
        try (Typed plain = run("run", "signal-1", "--", "sh", "-c", "echo up; exec sleep 600");
                Typed handled = run(
                        "run",
                        "signal-2",
                        "--",
                        "sh",
                        "-c",
                        "trap 'echo usr1' USR1; trap 'exit 5' HUP; echo up;"
                                + " while :; do sleep 0.1; done")) {
            plain.awaitLine(1);
            handled.awaitLine(1);
            plain.signal("TERM");
            handled.signal("USR1");
            assertThat(handled.awaitLine(2)).isEqualTo("usr1");
            handled.signal("HUP");
            assertThat(plain.code()).isEqualTo(128 + 15);
            assertThat(handled.code()).isEqualTo(5);
        }
    }

    @Test
    void signalWhileWaitingEndsTheWait() throws Exception {
        try (Typed holder = run("run", "queue", "--", "sh", "-c", "echo held; sleep 600")) {
            holder.awaitLine(1);
            try (Typed waiter = run("run", "queue", "--", "echo", "ran")) {
                try (Holdfast client = Holdfast.connect(url())) {
                    await().atMost(Typed.PATIENCE).until(() -> isQueued(client));
                }
                waiter.signal("INT");
                assertThat(waiter.code()).isEqualTo(130);
                assertThat(waiter.out()).isEmpty();
            }
        }
    }

    private static boolean isQueued(Holdfast client) {
        return client.resources()
                .find("locks", "queue")
                .filter(lock -> lock.waiting() > 0)
                .isPresent();
    }

    @Test
    void semaphoreLimitsCommands() throws Exception {
        String[] holds = {
            "run", "-n", "--semaphore", "2", "api", "--", "sh", "-c", "echo up; sleep 600"
        };
        try (Typed first = run(holds);
                Typed second = run(holds)) {
            first.awaitLine(1);
            second.awaitLine(1);
            try (Typed third = run(holds)) {
                assertThat(third.code()).isEqualTo(75);
                assertThat(third.err()).contains("a slot of the semaphore api");
            }
        }
    }

    @Test
    void poolSlotIsBorrowedAndReturned() throws Exception {
        String pool = "9f1c2e7a-5b3d-4c8e-a1f0-6d2b9c4e7a01";
        Path file = Files.writeString(directory.resolve("pool"), pool + "\n");
        try (Holdfast client = Holdfast.connect(url())) {
            client.pool(UUID.fromString(pool)).create(1);
        }
        for (int round = 0; round < 2; round++) {
            try (Typed typed = run(
                    "run",
                    "-n",
                    "--pool-file",
                    file.toString(),
                    "--",
                    "sh",
                    "-c",
                    "echo slot $HOLDFAST_SLOT; env")) {
                assertThat(typed.code()).as(typed.err()).isZero();
                assertThat(typed.out()).startsWith("slot 0\n").doesNotContain(pool);
            }
        }
    }

    @Test
    void unusableCommandTakesNoLock() throws Exception {
        Path plain = Files.writeString(directory.resolve("plain"), "not a program");
        try (Typed missing = run("run", "none", "--", "no-such-program");
                Typed refused = run("run", "none", "--", plain.toString());
                Typed nothing = run("run", "none")) {
            assertThat(missing.code()).isEqualTo(127);
            assertThat(missing.err()).contains("command not found: no-such-program");
            assertThat(refused.code()).isEqualTo(126);
            assertThat(nothing.code()).isEqualTo(64);
        }
    }

    @Test
    void processesLeftInTheGroupEndBeforeTheRelease() throws Exception {
        String leaves = "sleep 600 & echo $!";
        try (Typed typed = run("run", "left", "--", "sh", "-c", leaves)) {
            assertThat(typed.code()).as(typed.err()).isZero();
            assertThat(Typed.isAlive(typed.awaitLine(1))).isFalse();
        }
    }
}
