package io.holdfast.log.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.core.command.Settings;
import io.holdfast.log.LogOptions;
import io.holdfast.log.directory.DataDirectory;
import io.holdfast.log.journal.JournalLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No two processes of a member use one number, even if the wall clock is set back and the log does
 * not contain the start of the earlier process.
 */
final class ProcessNumberTest {

    private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

    private final FakeClock clock = new FakeClock();

    @TempDir
    private Path directory;

    private Engine open() throws IOException {
        JournalLog log = new JournalLog(directory, LogOptions.DEFAULT);
        return Engine.start(log, clock, new EngineOptions("n1", Settings.DEFAULT, false, false));
    }

    /** Starts a process, stops it, and returns its number. */
    private long numberOfNextProcess() throws IOException {
        try (Engine engine = open()) {
            return engine.origin(0).incarnation();
        }
    }

    @Test
    void numberOfAProcessWhoseStartIsNotInTheLogIsNotUsedAgain() throws IOException {
        long first = numberOfNextProcess();
        long lost;
        try (DataDirectory files = DataDirectory.take(directory)) {
            // A process stores its number, and dies before the log contains its start.
            lost = files.nextIncarnation(first + 1);
        }
        clock.setWall(clock.wallMillis() - DAY_MILLIS);
        assertThat(numberOfNextProcess()).isGreaterThan(lost);
    }

    @Test
    void wallClockThatWasSetForwardAndBackLeavesNumbersRising() throws IOException {
        long first = numberOfNextProcess();
        clock.setWall(clock.wallMillis() + DAY_MILLIS);
        long ahead = numberOfNextProcess();
        clock.setWall(clock.wallMillis() - DAY_MILLIS);
        assertThat(ahead).isGreaterThan(first);
        assertThat(numberOfNextProcess()).isEqualTo(ahead + 1);
    }

    @Test
    void directoryOfAnEarlierBuildContinuesWithTheNumberOfTheLog() throws IOException {
        long first = numberOfNextProcess();
        Files.delete(directory.resolve("incarnation"));
        clock.setWall(clock.wallMillis() - DAY_MILLIS);
        assertThat(numberOfNextProcess()).isGreaterThan(first);
    }

    @Test
    void emptyDirectoryThatReplacesAnotherDoesNotRepeatItsNumber() throws IOException {
        try (DataDirectory earlier = DataDirectory.take(directory.resolve("earlier"));
                DataDirectory empty = DataDirectory.take(directory.resolve("empty"))) {
            long logged = clock.wallMillis();
            long known = earlier.nextIncarnation(logged);
            assertThat(empty.nextIncarnation(logged)).isGreaterThanOrEqualTo(logged);
            // Its own number is now lower than that of the log.
            assertThat(empty.nextIncarnation(known + 1 + (2L << 20)))
                    .isNotEqualTo(earlier.nextIncarnation(known + 1 + (2L << 20)));
        }
    }

    @Test
    void processDoesNotBeginIfItsNumberCannotBeStored() throws IOException {
        long first = numberOfNextProcess();
        makeUnwritable(directory);
        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot store the number of this process")
                .hasMessageContaining(directory.resolve("incarnation").toString());
        Files.delete(directory.resolve("incarnation.tmp").resolve("file"));
        clock.setWall(clock.wallMillis() - DAY_MILLIS);
        assertThat(numberOfNextProcess()).as("nothing was logged").isEqualTo(first + 1);
    }

    @Test
    void damagedNumberIsReportedAndNotGuessed() throws IOException {
        numberOfNextProcess();
        Files.writeString(directory.resolve("incarnation"), "incarnation=soon\n");
        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("incarnation is damaged");
    }

    /** Lets the write of the next number fail, as a full disk does. */
    static void makeUnwritable(Path directory) throws IOException {
        Files.createDirectory(directory.resolve("incarnation.tmp"));
        Files.createFile(directory.resolve("incarnation.tmp").resolve("file"));
    }
}
