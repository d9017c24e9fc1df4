package io.holdfast.log.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.log.RecordingReplica;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that crash lose nothing that they reported as committed. */
@DisabledOnOs(OS.WINDOWS)
class CrashTest {

    private static final int KILLS = Integer.getInteger("holdfast.kills", 4);

    /**
     * A file size limit that is larger than the first segment and smaller than later ones.
     * Depending on the shell, the unit is 512 or 1024 bytes.
     */
    private static final String LIMIT = "ulimit -f 3000;";

    @TempDir
    private Path directory;

    private List<Long> reopened() throws IOException {
        RecordingReplica replica = new RecordingReplica();
        try (JournalLog log = new JournalLog(directory, LoadedProcess.OPTIONS)) {
            log.open(replica);
        }
        return replica.numbers();
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    @Test
    void processKilledUnderLoadLosesNoAcknowledgedBatch() throws IOException, InterruptedException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        long heard = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            LoadedProcess process = LoadedProcess.start(directory, "");
            int more = 200 + random.nextInt(2000);
            assertThat(process.awaitAcknowledged(more)).as("seed %d", seed).isTrue();
            process.kill();
            assertThat(process.failures()).isZero();
            heard = Math.max(heard, process.acknowledged().getLast());
            List<Long> kept = reopened();
            assertThat(kept.size()).as("seed %d", seed).isGreaterThanOrEqualTo((int) heard);
            assertThat(kept).isEqualTo(upTo(kept.size()));
        }
    }

    @Test
    void failedWriteEndsTheLogAndLosesNoAcknowledgedBatch()
            throws IOException, InterruptedException {
        LoadedProcess process = LoadedProcess.start(directory, LIMIT);
        int exitCode = process.awaitEnd();
        assertThat(process.failures()).isEqualTo(1);
        assertThat(exitCode).isEqualTo(LoadedProcess.FAILED_EXIT_CODE);
        assertThat(process.acknowledged()).isNotEmpty();
        int heard = process.acknowledged().size();
        assertThat(process.acknowledged()).isEqualTo(upTo(heard));
        List<Long> kept = reopened();
        assertThat(kept).hasSizeGreaterThanOrEqualTo(heard).isEqualTo(upTo(kept.size()));
    }

    @Test
    void replyBeforeCommitIsDetected() throws IOException, InterruptedException {
        LoadedProcess process = LoadedProcess.startEager(directory, LIMIT);
        process.awaitEnd();
        assertThat(process.failures()).isEqualTo(1);
        assertThat(reopened()).hasSizeLessThan(process.acknowledged().size());
    }
}
