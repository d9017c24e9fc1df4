package io.holdfast.log;

import io.holdfast.core.command.Batch;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A log in memory. A batch is committed at once on the proposing thread. If two threads propose
 * concurrently, or the replica proposes from within {@code committed}, the thread that is already
 * committing also commits the later batch, so that no lock is held while the replica runs.
 *
 * <p>The state ends with the process, and so do all calls and connections of the process. No
 * command of an earlier process can arrive, so the numbers of processes need not be stored.
 */
public final class MemoryLog implements CommitLog {

    private final Queue<Batch> proposed = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pending = new AtomicInteger();
    private volatile @Nullable Replica replica;
    private volatile @Nullable Thread worker;
    private volatile boolean closed;
    private long index;

    @Override
    public void open(Replica opened) throws IOException {
        replica = opened;
    }

    @Override
    public void propose(Batch batch) {
        if (pending.compareAndSet(0, 1)) {
            // No thread is committing, so the batch bypasses the queue.
            drain(batch);
            return;
        }
        proposed.add(batch);
        if (pending.getAndIncrement() == 0) {
            drain(null);
        }
    }

    private void drain(@Nullable Batch first) {
        Replica target = replica;
        if (target == null) {
            throw new IllegalStateException("A batch was proposed before the log was open");
        }
        Batch batch = first;
        int done = 1;
        do {
            worker = Thread.currentThread();
            commit(target, batch != null ? batch : proposed.remove());
            batch = null;
            for (int i = 1; i < done; i++) {
                commit(target, proposed.remove());
            }
            // Cleared before the count is reduced: from then on another thread may be the worker.
            worker = null;
            done = pending.addAndGet(-done);
        } while (done > 0);
    }

    private void commit(Replica target, Batch batch) {
        // Checked after the batch was counted: close either waits for this batch or has prevented
        // it.
        if (closed) {
            return;
        }
        index++;
        try {
            target.committed(index, batch);
        } catch (RuntimeException e) {
            closed = true;
            target.failed(e);
        }
    }

    @Override
    public int inFlightMax() {
        return 1;
    }

    @Override
    public void close() {
        closed = true;
        // A replica that closes the log from within a batch must not wait for itself.
        while (pending.get() > 0 && worker != Thread.currentThread()) {
            Thread.onSpinWait();
        }
    }
}
