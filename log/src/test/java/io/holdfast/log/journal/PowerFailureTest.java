package io.holdfast.log.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * A journal on a disk that loses, tears and reorders what was not synced. Each run is ended at
 * every operation on the disk, and the journal is recovered from what is left.
 */
final class PowerFailureTest {

    private static final UUID CLUSTER = new UUID(3, 4);
    private static final int SEGMENT_BYTES = 4096;
    private static final int BATCHES = 12;
    private static final int POWER_FAILURES = 12;
    private static final int SECOND_POWER_FAILURES = 4;
    private static final int RUNS = Integer.getInteger("holdfast.journal.runs", 12);

    /** The end of a run. */
    private static final class Ended extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** What a run wrote and what was acknowledged. */
    private static final class Run {
        private final List<byte[]> written = new ArrayList<>();
        private int acknowledged;
    }

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);

    private Journal open(SimulatedDisk disk, List<byte[]> found, long snapshot, long proven)
            throws IOException {
        Recovery.Recovered recovered = Recovery.run(
                disk, CLUSTER, snapshot, proven, (index, body) -> found.add(bytes(body)));
        return new Journal(disk, CLUSTER, SEGMENT_BYTES, Runnable::run, recovered);
    }

    private static byte[] bytes(ByteBuffer body) {
        byte[] bytes = new byte[body.remaining()];
        body.get(bytes);
        return bytes;
    }

    /** Returns a body of a size and content that tear in different ways. */
    private byte[] body() {
        byte[] body = new byte[1 + random.nextInt(random.nextInt(4) == 0 ? 5000 : 700)];
        int kind = random.nextInt(3);
        for (int i = 0; i < body.length && kind > 0; i++) {
            // Whole sectors of zeros, in some bodies; no byte with a single bit, because a sector
            // with one such byte cannot be told from one that was damaged, and is refused.
            body[i] = (byte) (kind == 1 || i / 600 % 2 == 0 ? random.nextInt(256) | 3 : 0);
        }
        return body;
    }

    /** Appends batches of records until the disk ends the run. */
    private void write(Journal journal, Run run, List<byte[]> bodies) throws IOException {
        for (int i = 0; i < bodies.size(); i++) {
            byte[] body = bodies.get(i);
            if (!journal.fits(body)) {
                acknowledge(journal, run);
                journal.makeRoom(body);
            }
            run.written.add(body);
            journal.add(body);
            if (i % 3 != 0) {
                acknowledge(journal, run);
            }
        }
        acknowledge(journal, run);
    }

    private static void acknowledge(Journal journal, Run run) throws IOException {
        journal.sync();
        run.acknowledged = run.written.size();
    }

    private List<byte[]> bodies() {
        List<byte[]> bodies = new ArrayList<>();
        for (int i = 0; i < BATCHES; i++) {
            bodies.add(body());
        }
        return bodies;
    }

    /** Runs until the given operation; returns whether the run ended before it. */
    private boolean endsBefore(SimulatedDisk disk, Run run, List<byte[]> bodies, int operation) {
        int[] count = {0};
        disk.watch(any -> {
            if (count[0]++ == operation) {
                throw new Ended();
            }
        });
        try {
            List<byte[]> found = new ArrayList<>();
            Journal journal = open(disk, found, -1, run.written.isEmpty() ? -1 : 0);
            run.written.clear();
            run.written.addAll(found);
            run.acknowledged = Math.max(run.acknowledged, found.size());
            write(journal, run, bodies);
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            disk.watch(any -> {});
        }
    }

    private void assertRecovers(SimulatedDisk disk, Run run, String what) throws IOException {
        List<byte[]> found = new ArrayList<>();
        try (Journal journal = open(disk, found, -1, run.acknowledged > 0 ? 0 : -1)) {
            assertThat(found.size()).as(what).isBetween(run.acknowledged, run.written.size());
            for (int i = 0; i < found.size(); i++) {
                assertThat(found.get(i))
                        .as("%s, record %d", what, i + 1)
                        .isEqualTo(run.written.get(i));
            }
            Run more = new Run();
            more.written.addAll(found);
            // Few records begin no segment, and so sync no names.
            write(journal, more, bodies().subList(0, 1 + random.nextInt(BATCHES)));
            // Each name that was not synced is lost in about half of the power failures.
            for (int failure = 0; failure < SECOND_POWER_FAILURES; failure++) {
                List<byte[]> again = new ArrayList<>();
                open(disk.afterPowerFailure(random), again, -1, 0).close();
                assertThat(again).as("%s, after more records", what).hasSize(more.written.size());
            }
        }
    }

    @Test
    void everyPowerFailureIsRecoveredWithAllAcknowledgedRecords() throws IOException {
        for (int runs = 0; runs < RUNS; runs++) {
            List<byte[]> bodies = bodies();
            boolean ended = false;
            for (int operation = 0; !ended; operation++) {
                SimulatedDisk disk = new SimulatedDisk(random);
                Run run = new Run();
                ended = endsBefore(disk, run, bodies, operation);
                for (int failure = 0; failure < POWER_FAILURES; failure++) {
                    assertRecovers(
                            disk.afterPowerFailure(random),
                            run,
                            "seed " + seed + ", operation " + operation);
                }
                assertRecovers(disk.afterKill(), run, "seed " + seed + ", kill at " + operation);
            }
        }
    }

    /** The power fails again at every operation of the recovery and of the run after it. */
    @Test
    void powerFailureDuringTheRecoveryIsRecovered() throws IOException {
        for (int runs = 0; runs < RUNS; runs++) {
            List<byte[]> bodies = bodies();
            SimulatedDisk whole = new SimulatedDisk(random);
            Run first = new Run();
            endsBefore(whole, first, bodies, 30 + random.nextInt(40));
            SimulatedDisk torn = whole.afterPowerFailure(random);
            boolean ended = first.acknowledged == 0;
            for (int operation = 0; !ended; operation++) {
                SimulatedDisk disk = torn.afterKill();
                Run run = new Run();
                run.written.addAll(first.written);
                run.acknowledged = first.acknowledged;
                ended = endsBefore(disk, run, bodies, operation);
                assertRecovers(
                        disk.afterPowerFailure(random),
                        run,
                        "seed " + seed + ", operation " + operation);
            }
        }
    }

    /** After a failed sync the process ends, and the power fails after the next start. */
    @Test
    void recordsOfAFailedSyncAreWrittenAgainOrNotAcknowledged() throws IOException {
        for (int runs = 0; runs < 200; runs++) {
            SimulatedDisk disk = new SimulatedDisk(random);
            Run run = new Run();
            Journal journal = open(disk, new ArrayList<>(), -1, -1);
            write(journal, run, bodies());
            disk.failNextSync();
            int before = run.acknowledged;
            try {
                write(journal, run, bodies());
            } catch (IOException e) {
                assertThat(run.acknowledged).isGreaterThanOrEqualTo(before);
            }
            // The next process reads from the page cache, and acknowledges what it has read.
            SimulatedDisk next = disk.afterKill();
            List<byte[]> found = new ArrayList<>();
            Journal again = open(next, found, -1, 0);
            assertThat(found).as("seed %d", seed).hasSizeGreaterThanOrEqualTo(run.acknowledged);
            again.close();
            Run read = new Run();
            read.written.addAll(found);
            read.acknowledged = found.size();
            assertRecovers(next.afterPowerFailure(random), read, "seed " + seed);
        }
    }

    /** Deletions of segments reach the disk in any order. */
    @Test
    void retiredSegmentsMayBeDeletedInAnyOrder() throws IOException {
        for (int runs = 0; runs < RUNS; runs++) {
            SimulatedDisk disk = new SimulatedDisk(random);
            Run run = new Run();
            Journal journal = open(disk, new ArrayList<>(), -1, -1);
            write(journal, run, bodies());
            write(journal, run, bodies());
            int snapshot = run.written.size() - 1;
            journal.retire(snapshot);
            for (int failure = 0; failure < POWER_FAILURES; failure++) {
                List<byte[]> found = new ArrayList<>();
                open(disk.afterPowerFailure(random), found, snapshot, 0).close();
                assertThat(found).as("seed %d", seed).hasSize(1);
            }
        }
    }

    @Test
    void failedPreparationIsRetriedUntilTheSegmentIsFull() throws IOException {
        SimulatedDisk disk = new SimulatedDisk(random);
        Run run = new Run();
        Journal journal = open(disk, new ArrayList<>(), -1, -1);
        int[] attempts = {0};
        disk.watch(operation -> {
            if (operation.equals("create")) {
                attempts[0]++;
                throw new IOException("No space left on device");
            }
        });
        byte[] body = new byte[100];
        body[0] = 1;
        try {
            while (true) {
                write(journal, run, List.of(body));
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
        assertThat(attempts[0]).isBetween(3, 20);
        assertThat(run.acknowledged).isGreaterThan((SEGMENT_BYTES - 512) / 140);
        disk.watch(operation -> {});
        assertRecovers(disk.afterPowerFailure(random), run, "after the disk was full");
    }
}
