package io.holdfast.rig.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.client.Holdfast;
import io.holdfast.client.ResourceInfo;
import io.holdfast.log.raft.FreePorts;
import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command under {@code holdfast run} never outlives its lease. */
final class RunGuardTest {

    /** Ignores TERM, and has a child in its group and one in a session of its own. */
    private static final String STUBBORN = "trap '' TERM; sleep 600 & echo $!;"
            + " setsid sleep 600 & echo $!; echo $$; while :; do sleep 0.1; done";

    @TempDir
    private Path directory;

    private final int port = FreePorts.port();
    private ServerProcess server;

    @BeforeEach
    void start() throws Exception {
        server = ServerProcess.start(
                ServerCommand.durable(
                        directory.resolve("data"), "--http-port", String.valueOf(port)),
                directory);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String url() {
        return "http://127.0.0.1:" + port;
    }

    private Typed hold(String url, String ttl, String script) throws Exception {
        return Typed.start(
                directory,
                Map.of("HOLDFAST_URL", url),
                "run",
                "guarded",
                "--ttl",
                ttl,
                "--",
                "sh",
                "-c",
                script);
    }

    /** Starts the next holder, which prints whether the processes live when it has the lock. */
    private Typed next(String... pids) throws Exception {
        String script = "for pid in " + String.join(" ", pids)
                + "; do if [ \"$(ps -o stat= -p $pid | cut -c1)\" = Z ] ||"
                + " ! kill -0 $pid 2>/dev/null;"
                + " then echo dead; else echo alive; fi; done";
        return Typed.start(
                directory,
                Map.of("HOLDFAST_URL", url()),
                "run",
                "guarded",
                "--",
                "sh",
                "-c",
                script);
    }

    private void assertDeadWhenNextIsGranted(Typed holder, Fault fault) throws Exception {
        String[] pids = {holder.awaitLine(1), holder.awaitLine(2), holder.awaitLine(3)};
        fault.happens();
        try (Typed next = next(pids)) {
            assertThat(next.code()).as(next.err()).isZero();
            assertThat(next.out()).isEqualTo("dead\n".repeat(3));
        }
    }

    /** What happens to the wrapper, its server or its network. */
    private interface Fault {
        void happens() throws Exception;
    }

    @Test
    void commandIsDeadBeforeNextGrantIfWrapperIsKilled() throws Exception {
        try (Typed holder = hold(url(), "10s", STUBBORN)) {
            assertDeadWhenNextIsGranted(holder, () -> holder.signal("KILL"));
        }
    }

    @Test
    void commandIsDeadBeforeNextGrantIfWrapperIsStopped() throws Exception {
        try (Typed holder = hold(url(), "10s", STUBBORN)) {
            assertDeadWhenNextIsGranted(holder, () -> holder.signal("STOP"));
            holder.signal("CONT");
            assertThat(holder.code()).isEqualTo(79);
        }
    }

    @Test
    void commandIsDeadBeforeNextGrantIfNetworkIsCut() throws Exception {
        try (Relay relay = new Relay(port);
                Typed holder = hold(relay.url(), "10s", STUBBORN)) {
            assertDeadWhenNextIsGranted(holder, relay::cut);
            assertThat(holder.code()).isEqualTo(79);
            assertThat(holder.err()).contains("could not be renewed").contains("SIGKILL");
        }
    }

    @Test
    void commandEndsIfServerIsKilled() throws Exception {
        try (Typed holder = hold(
                url(),
                "12s",
                "trap 'echo term; exit 0' TERM; echo $$;" + " while :; do sleep 0.1; done")) {
            String pid = holder.awaitLine(1);
            server.kill();
            assertThat(holder.code()).isEqualTo(79);
            assertThat(holder.out()).endsWith("term\n");
            assertThat(holder.err()).contains("could not be renewed").contains("SIGTERM");
            assertThat(Typed.isAlive(pid)).isFalse();
        }
    }

    @Test
    void commandGoesOnOverARestartOfTheServer() throws Exception {
        Path go = directory.resolve("go");
        try (Typed holder = hold(
                url(),
                "60s",
                "echo up; until [ -e " + go + " ]; do sleep 0.1; done; echo done; exit 4")) {
            holder.awaitLine(1);
            server.kill();
            start();
            long fence = fence();
            Files.createFile(go);
            assertThat(holder.code()).as(holder.err()).isEqualTo(4);
            assertThat(holder.out()).endsWith("done\n");
            assertThat(fence).isPositive();
            await().atMost(Typed.PATIENCE).until(() -> fence() == 0);
        }
    }

    @Test
    void commandEndsIfItsLockIsBroken() throws Exception {
        try (Typed holder = hold(url(), "10m", "echo $$; while :; do sleep 0.1; done")) {
            String pid = holder.awaitLine(1);
            try (Holdfast operator = Holdfast.connect(url())) {
                assertThat(operator.resources().breakGrant("locks", "guarded", fence(), "hangs"))
                        .isTrue();
            }
            assertThat(holder.code()).isEqualTo(79);
            assertThat(holder.err()).contains("an operator broke it", "(broken: hangs)");
            assertThat(Typed.isAlive(pid)).isFalse();
        }
    }

    /** Returns the fence of the lock's holder, or 0 if it is free. */
    private long fence() {
        try (Holdfast client = Holdfast.connect(url())) {
            return client.resources()
                    .find("locks", "guarded")
                    .flatMap(ResourceInfo::holder)
                    .map(ResourceInfo.Holder::fence)
                    .orElse(0L);
        }
    }
}
