package io.holdfast.client.http;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The client's one scheduling thread, and workers for everything that may block. Heartbeats are
 * scheduled here and never wait for a worker that runs user code.
 */
public final class Loop implements AutoCloseable {

    private final ScheduledThreadPoolExecutor thread;
    private final ExecutorService workers;

    public Loop() {
        thread = new ScheduledThreadPoolExecutor(1, daemons("holdfast-heartbeat"));
        thread.setRemoveOnCancelPolicy(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        workers = Executors.newCachedThreadPool(daemons("holdfast-worker"));
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Runs a short task on the scheduling thread.
     *
     * @return cancels the task; null if the loop has ended, and with it everything that was to be
     *     done later
     */
    public @Nullable Future<?> schedule(Runnable task, long delayNanos) {
        try {
            return thread.schedule(task, Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    /** Runs a task that may block. After the end of the loop it is dropped. */
    public void work(Runnable task) {
        try {
            workers.execute(task);
        } catch (RejectedExecutionException e) {
            // The client is closed.
        }
    }

    ExecutorService workers() {
        return workers;
    }

    @Override
    public void close() {
        thread.shutdownNow();
        workers.shutdown();
    }
}
