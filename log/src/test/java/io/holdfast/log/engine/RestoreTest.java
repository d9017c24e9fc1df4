package io.holdfast.log.engine;

import static io.holdfast.log.engine.TestClient.now;
import static io.holdfast.log.engine.TestClient.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdfast.core.Inspection;
import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Token;
import io.holdfast.log.LogOptions;
import io.holdfast.log.MemoryLog;
import io.holdfast.log.SnapshotSink;
import io.holdfast.log.backup.Backup;
import io.holdfast.log.backup.Restore;
import io.holdfast.log.backup.TestBackup;
import io.holdfast.log.engine.TestClient.Sent;
import io.holdfast.log.journal.JournalLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup of a running server, and its restore into a directory from which a server starts. */
final class RestoreTest {

    private final FakeClock clock = new FakeClock();

    @TempDir
    private Path scratch;

    private @Nullable Engine engine;

    @AfterEach
    void stop() {
        if (engine != null) {
            engine.close();
        }
    }

    private Engine open(String directory, String name) throws IOException {
        stop();
        JournalLog log = new JournalLog(scratch.resolve(directory), LogOptions.DEFAULT);
        Engine opened =
                Engine.start(log, clock, new EngineOptions(name, Settings.DEFAULT, false, false));
        engine = opened;
        return opened;
    }

    private Path backup(Engine of) throws IOException {
        return Files.write(scratch.resolve("backup"), TestBackup.of(of));
    }

    private Restore restore(Path file) {
        return new Restore(file, scratch.resolve("new"), "n1", false, 0);
    }

    @Test
    void firstFenceAfterARestoreIsAboveAllGrantedSinceTheBackup() throws IOException {
        Engine old = open("old", "n1");
        TestClient one = TestClient.open(old, 1);
        Token held = token(one.acquire("held", 0, 600));
        Path file = backup(old);
        long highest = 0;
        for (int i = 0; i < 1000; i++) {
            highest = Math.max(highest, token(one.acquire("later" + i, 0, 60)).fence());
        }
        assertThat(highest).isGreaterThan(held.fence());

        restore(file).run(clock);
        Engine restored = open("new", "n1");
        one.goTo(restored);

        assertThat(now(one.acquire("held", 0, 60))).isEqualTo(Outcome.TIMED_OUT);
        assertThat(token(one.acquire("later0", 0, 60)).fence()).isGreaterThan(highest);
    }

    @Test
    void fencesRiseAfterARestoreEvenIfTheClockIsAYearBehind() throws IOException {
        Path file = backup(open("old", "n1"));
        clock.pass(20, TimeUnit.DAYS);
        // A start raises fences to the wall clock, and so above every fence in the backup.
        Engine later = open("old", "n1");
        TestClient two = TestClient.open(later, 2);
        long highest = token(two.acquire("k", 0, 60)).fence();
        clock.setWall(clock.wallMillis() - TimeUnit.DAYS.toMillis(365));

        restore(file).run(clock);
        two = TestClient.open(open("new", "n1"), 3);

        assertThat(token(two.acquire("k", 0, 60)).fence()).isGreaterThan(highest);
    }

    @Test
    void fencesRiseAboveTheGivenFence() throws IOException {
        Path file = backup(open("old", "n1"));
        long named = Fences.of(clock.wallMillis() / 1000) * 3 / 2;
        new Restore(file, scratch.resolve("new"), "n1", false, named).run(clock);
        TestClient one = TestClient.open(open("new", "n1"), 1);
        assertThat(token(one.acquire("k", 0, 60)).fence()).isGreaterThan(named);
    }

    @Test
    void timeSinceTheBackupCountsForLeases() throws IOException {
        Path file = backupOfTwoLeases();
        clock.pass(30, TimeUnit.SECONDS);
        restore(file).run(clock);
        TestClient other = TestClient.open(open("new", "n1"), 2);
        assertThat(now(other.acquire("short", 0, 60))).isInstanceOf(Outcome.Granted.class);
        assertThat(now(other.acquire("long", 0, 60))).isEqualTo(Outcome.TIMED_OUT);
    }

    @Test
    void keptLeasesContinueWithTheirRemainingTime() throws IOException {
        Path file = backupOfTwoLeases();
        clock.pass(30, TimeUnit.SECONDS);
        new Restore(file, scratch.resolve("new"), "n1", true, 0).run(clock);
        TestClient other = TestClient.open(open("new", "n1"), 2);
        assertThat(now(other.acquire("short", 0, 60))).isEqualTo(Outcome.TIMED_OUT);
        assertThat(now(other.acquire("long", 0, 60))).isEqualTo(Outcome.TIMED_OUT);
    }

    private Path backupOfTwoLeases() throws IOException {
        Engine old = open("old", "n1");
        TestClient one = TestClient.open(old, 1);
        token(one.acquire("short", 0, 10));
        token(one.acquire("long", 0, 3600));
        Path file = backup(old);
        old.close();
        engine = null;
        return file;
    }

    @Test
    void waitersOfTheOldServerAreNotQueuedAfterARestore() throws IOException {
        Engine old = open("old", "n1");
        TestClient one = TestClient.open(old, 1);
        TestClient two = TestClient.open(old, 2);
        Token held = token(one.acquire("k", 0, 600));
        Sent waiting = two.acquire("k", 600, 600);
        await().atMost(60, TimeUnit.SECONDS).until(() -> waiting.parked);
        Path file = backup(old);

        new Restore(file, scratch.resolve("new"), "another", false, 0).run(clock);
        Engine restored = open("new", "another");
        one.goTo(restored);

        assertThat(now(one.release("k", held))).isEqualTo(Outcome.DONE);
        assertThat(now(TestClient.open(restored, 3).acquire("k", 0, 60)))
                .isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void backupUnderLoadIsConsistent() throws Exception {
        Engine loaded = open("old", "n1");
        TestClient holder = TestClient.open(loaded, 1);
        for (int i = 0; i < 5000; i++) {
            holder.acquire("held" + i, 0, 600);
        }
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong done = new AtomicLong();
        Thread load = Thread.ofPlatform().start(() -> {
            TestClient busy = TestClient.open(loaded, 2);
            for (int i = 0; !stop.get(); i++) {
                Token token = token(busy.acquire("busy" + i % 50, 0, 60));
                now(busy.release("busy" + i % 50, token));
                done.incrementAndGet();
            }
        });
        try {
            long last = 0;
            for (int i = 0; i < 3; i++) {
                long before = done.get();
                // The restored state is compared with the hash of the state at that time.
                Backup backup = Backup.read(backup(loaded));
                assertThat(Inspection.problems(backup.machine())).isEmpty();
                assertThat(backup.description().index()).isGreaterThan(last);
                last = backup.description().index();
                while (done.get() < before + 10) {
                    Thread.onSpinWait();
                }
            }
        } finally {
            stop.set(true);
            load.join();
        }
    }

    @Test
    void secondBackupWaitsForTheFirst() throws IOException {
        MemoryLog log = new MemoryLog();
        try (Engine memory =
                Engine.start(log, clock, new EngineOptions("n1", Settings.DEFAULT, true, true))) {
            CompletableFuture<Void> taken = new CompletableFuture<>();
            List<String> order = new ArrayList<>();
            memory.copy(point -> new HeldSink(taken, () -> order.add("first")), () -> {});
            memory.copy(point -> new HeldSink(taken, () -> order.add("second")), () -> {});
            assertThat(order).isEmpty();
            taken.complete(null);
            assertThat(order).containsExactly("first", "second");
        }
    }

    /** Accepts pieces when the test says so. */
    private record HeldSink(CompletableFuture<Void> taken, Runnable completed)
            implements SnapshotSink {

        @Override
        public CompletableFuture<Void> write(byte[] piece) {
            return taken;
        }

        @Override
        public CompletableFuture<Void> complete(long index) {
            completed.run();
            return taken;
        }

        @Override
        public void abort(Throwable cause) {
            throw new AssertionError(cause);
        }
    }

    @Test
    void restoreIntoANonEmptyDirectoryIsRejected() throws IOException {
        Path file = backup(open("old", "n1"));
        Path used = Files.createDirectories(scratch.resolve("new"));
        Files.writeString(used.resolve("letter"), "dear");
        assertThatThrownBy(() -> restore(file).run(clock))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not empty");
        assertThat(used).isDirectoryContaining("glob:**letter");
    }

    @Test
    void damagedBackupLeavesNoDirectory() throws IOException {
        Path file = backup(open("old", "n1"));
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> restore(file).run(clock)).hasMessageContaining("at offset");
        assertThat(scratch.resolve("new")).doesNotExist();
    }

    @Test
    void unfinishedRestoreCannotBeStarted() throws IOException {
        Files.createDirectories(scratch.resolve("new").resolve("restoring"));
        assertThatThrownBy(() -> open("new", "n1"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("was not completed");
    }
}
