package io.holdfast.log.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The batches that wait for the thread that writes the journal. What arrives during a sync is taken
 * together afterwards.
 *
 * @param <T> a batch
 */
final class WriteQueue<T> {

    private List<T> waiting = new ArrayList<>();
    private List<T> taken = new ArrayList<>();
    private boolean closed;
    private @Nullable Thread parked;

    /** Adds a batch; returns false if the queue is closed. Never blocks for long. */
    boolean add(T batch) {
        Thread sleeper;
        synchronized (this) {
            if (closed) {
                return false;
            }
            waiting.add(batch);
            sleeper = parked;
            parked = null;
        }
        LockSupport.unpark(sleeper);
        return true;
    }

    /** Rejects further batches; those that wait can still be taken. */
    void close() {
        Thread sleeper;
        synchronized (this) {
            closed = true;
            sleeper = parked;
            parked = null;
        }
        LockSupport.unpark(sleeper);
    }

    /**
     * Waits for batches and returns them, or an empty list when the queue is closed and empty. The
     * list is only valid until the next call; called by one thread.
     */
    List<T> take() {
        while (true) {
            synchronized (this) {
                if (!waiting.isEmpty() || closed) {
                    parked = null;
                    List<T> all = waiting;
                    waiting = taken;
                    waiting.clear();
                    taken = all;
                    return all;
                }
                parked = Thread.currentThread();
            }
            LockSupport.park(this);
        }
    }
}
