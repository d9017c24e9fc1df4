package io.holdfast.log.journal;

import io.holdfast.core.command.Batch;
import io.holdfast.log.Clock;
import io.holdfast.log.SyncTimes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The thread that writes batches to the journal, syncs them, and then passes them on. */
final class JournalWriter {

    private final Journal journal;
    private final WriteQueue<Proposed> queue;
    private final Clock clock;
    private final Committed committed;
    private final Consumer<Throwable> failed;
    private final List<Proposed> unsynced = new ArrayList<>();
    private final Thread thread;

    /** A batch and its bytes. */
    record Proposed(Batch batch, byte[] bytes) {}

    /** Receives batches that are on disk, on the thread that synced them. */
    interface Committed {
        void committed(long index, Proposed batch);
    }

    /** @param failed receives the failure that ended the thread, on this thread */
    JournalWriter(
            Journal journal,
            WriteQueue<Proposed> queue,
            Clock clock,
            Committed committed,
            Consumer<Throwable> failed) {
        this.journal = journal;
        this.queue = queue;
        this.clock = clock;
        this.committed = committed;
        this.failed = failed;
        this.thread = Thread.ofPlatform().daemon().name("holdfast-journal").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Waits until the thread has ended; returns false if it takes longer than the given time. */
    boolean awaitEnd(long millis) throws InterruptedException {
        thread.join(millis);
        return !thread.isAlive();
    }

    private void run() {
        try {
            List<Proposed> batches = queue.take();
            while (!batches.isEmpty()) {
                write(batches);
                batches = queue.take();
            }
        } catch (IOException | RuntimeException | Error e) {
            queue.close();
            failed.accept(e);
        }
    }

    private void write(List<Proposed> batches) throws IOException {
        for (int i = 0; i < batches.size(); i++) {
            Proposed batch = batches.get(i);
            if (!journal.fits(batch.bytes())) {
                sync();
                journal.makeRoom(batch.bytes());
            }
            journal.add(batch.bytes());
            unsynced.add(batch);
        }
        sync();
    }

    private void sync() throws IOException {
        if (unsynced.isEmpty()) {
            return;
        }
        long beganNanos = clock.monotonicNanos();
        journal.sync();
        SyncTimes.synced(clock.monotonicNanos() - beganNanos);
        long index = journal.synced() - unsynced.size();
        for (int i = 0; i < unsynced.size(); i++) {
            index++;
            committed.committed(index, unsynced.get(i));
        }
        unsynced.clear();
    }
}
