package io.holdfast.log.engine;

import static io.holdfast.log.engine.TestClient.now;
import static io.holdfast.log.engine.TestClient.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.Token;
import io.holdfast.log.Clock;
import io.holdfast.log.LogOptions;
import io.holdfast.log.engine.TestClient.Sent;
import io.holdfast.log.journal.JournalLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A member that cannot write any more, because its segment directory is missing when the next
 * segment begins, reports it and stops serving. In a cluster, the other members continue with
 * everything that was acknowledged.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class ClusterDiskTest {

    private static final int SEGMENT_BYTES = 4096;

    /** Enough batches to fill a segment. */
    private static final int ROUNDS = 100;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void otherMembersContinueWhenOneCannotWrite(boolean leads) throws IOException {
        LogOptions options = LogOptions.DEFAULT.withSegmentBytes(SEGMENT_BYTES);
        try (TestCluster cluster = new TestCluster(directory, options, 10, "n1", "n2", "n3")) {
            cluster.startAll();
            String broken = leads ? cluster.leader() : follower(cluster);
            String other = other(broken);
            TestClient client = TestClient.open(cluster.node(other), 1);
            Token held = token(client.acquire("held", 0, 600));
            breakDisk(cluster.directory(broken));

            Engine failing = cluster.node(broken);
            for (int i = 0; i < ROUNDS; i++) {
                outcome(client.renew("held", held, 600));
            }
            failing.failure().orTimeout(60, TimeUnit.SECONDS).join();
            assertThat(failing.state()).isEqualTo(EngineState.STORAGE_FAILED);
            TestClient refused = new TestClient(failing, 1);
            assertThat(now(refused.renew("held", held, 600)))
                    .isEqualTo(Refusal.STORAGE_FAILED.outcome());

            // As the process does after its log has failed.
            cluster.stop(broken);
            assertThat(goesOn(client, held)).isInstanceOf(Outcome.Renewed.class);
            assertThat(now(client.release("held", held))).isEqualTo(Outcome.DONE);
        }
    }

    @Test
    void memberThatCannotStoreItsNumberDoesNotStart() throws IOException {
        try (TestCluster cluster = TestCluster.ofThree(directory)) {
            String broken = follower(cluster);
            long number = cluster.node(broken).origin(0).incarnation();
            cluster.stop(broken);
            ProcessNumberTest.makeUnwritable(cluster.directory(broken));
            assertThatThrownBy(() -> cluster.start(broken))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot store the number of this process");

            Files.delete(cluster.directory(broken).resolve("incarnation.tmp").resolve("file"));
            assertThat(cluster.start(broken).origin(0).incarnation()).isGreaterThan(number);
        }
    }

    @Test
    void singleMemberThatCannotWriteReportsIt() throws IOException {
        LogOptions options = LogOptions.DEFAULT.withSegmentBytes(SEGMENT_BYTES);
        Engine engine = Engine.start(
                new JournalLog(directory, options),
                Clock.SYSTEM,
                new EngineOptions("n1", Settings.DEFAULT, false, false));
        try {
            TestClient client = TestClient.open(engine, 1);
            Token held = token(client.acquire("held", 0, 600));
            breakDisk(directory);
            for (int i = 0; i < ROUNDS; i++) {
                outcome(client.renew("held", held, 600));
            }
            engine.failure().orTimeout(60, TimeUnit.SECONDS).join();
            assertThat(now(client.renew("held", held, 600)))
                    .isEqualTo(Refusal.STORAGE_FAILED.outcome());
        } finally {
            engine.close();
        }
    }

    /** Acts as a client that is told to retry. */
    private static Outcome goesOn(TestClient client, Token held) {
        Outcome outcome = outcome(client.renew("held", held, 600));
        for (int i = 0; i < 10 && !(outcome instanceof Outcome.Renewed); i++) {
            outcome = outcome(client.renew("held", held, 600));
        }
        return outcome;
    }

    private static Outcome outcome(Sent sent) {
        return sent.outcome.orTimeout(60, TimeUnit.SECONDS).join();
    }

    private static String follower(TestCluster cluster) {
        return other(cluster.leader());
    }

    private static String other(String name) {
        return List.of("n1", "n2", "n3").stream()
                .filter(engine -> !engine.equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void breakDisk(Path engine) throws IOException {
        try (Stream<Path> files = Files.walk(engine)) {
            Path segments = files.filter(
                            file -> file.endsWith("current") || file.endsWith("journal"))
                    .findFirst()
                    .orElseThrow();
            Files.move(segments, segments.resolveSibling("gone"));
        }
    }
}
