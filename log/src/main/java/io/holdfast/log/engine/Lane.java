package io.holdfast.log.engine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one at a time, in the order of arrival: either on its own thread, or on the thread
 * that submits a task to an idle lane. Threads that submit to a busy lane only queue their task.
 */
final class Lane {

    private final Queue<Runnable> inbox;
    private final AtomicInteger left = new AtomicInteger();
    private final Runnable afterAll;
    private final BooleanSupplier isFull;
    private final @Nullable Thread thread;

    /** Set before the lane's thread is woken, and cleared before it looks for tasks. */
    private final AtomicBoolean woken = new AtomicBoolean();

    /** True while deferrable tasks stay queued: a later task will run them too. */
    private volatile boolean full;

    private volatile @Nullable Thread owner;
    private volatile boolean stopped;

    /**
     * @param afterAll runs whenever the queue is empty, so that tasks that arrived together are
     *     handled together
     * @param isFull true while a batch is in flight: deferrable tasks then wait for its completion;
     *     called in the lane
     */
    Lane(String name, boolean inline, Runnable afterAll, BooleanSupplier isFull) {
        this(name, inline, afterAll, isFull, new ConcurrentLinkedQueue<>());
    }

    Lane(
            String name,
            boolean inline,
            Runnable afterAll,
            BooleanSupplier isFull,
            Queue<Runnable> inbox) {
        this.inbox = inbox;
        this.afterAll = afterAll;
        this.isFull = isFull;
        this.thread = inline ? null : Thread.ofPlatform().name(name).daemon().unstarted(this::loop);
    }

    void start() {
        if (thread != null) {
            thread.start();
        }
    }

    /** Returns whether the calling thread runs the tasks. */
    boolean mine() {
        return owner == Thread.currentThread();
    }

    void run(Runnable task) {
        if (thread == null) {
            runInline(task);
        } else {
            leave(task);
            wake();
        }
    }

    /** Runs a deferrable task: while the lane is full, its thread is not woken. */
    void runWithOthers(Runnable task) {
        if (thread == null) {
            runInline(task);
        } else {
            leave(task);
            // Checked after the task was counted: either the lane sees the task, or this thread
            // wakes it.
            if (!full) {
                wake();
            }
        }
    }

    private void runInline(Runnable task) {
        if (left.compareAndSet(0, 1)) {
            // The lane is idle, so the task bypasses the queue.
            drain(task);
            return;
        }
        inbox.add(task);
        if (left.getAndIncrement() == 0) {
            drain(null);
        }
    }

    private void leave(Runnable task) {
        inbox.add(task);
        left.getAndIncrement();
    }

    private void wake() {
        if (!woken.getAndSet(true)) {
            LockSupport.unpark(thread);
        }
    }

    void stop() {
        stopped = true;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    boolean isStopped() {
        return stopped;
    }

    /** Returns whether the lane's thread sleeps and was not woken. */
    boolean isParked() {
        return thread != null && thread.getState() == Thread.State.WAITING && !woken.get();
    }

    private void loop() {
        while (!stopped) {
            if (!woken.get()) {
                LockSupport.park(this);
                continue;
            }
            woken.set(false);
            full = false;
            if (left.get() > 0) {
                drain(null);
            }
            // A task that is queued but not yet counted may have been run in place of a later one
            // that was counted. Its thread then has to wake the lane for the later one.
            full = isFull.getAsBoolean() && inbox.isEmpty();
        }
    }

    /**
     * Runs exactly as many tasks as were counted. A task that is queued but not yet counted is left
     * alone: only the thread that counts up from zero may run it.
     */
    private void drain(@Nullable Runnable first) {
        Runnable task = first;
        int counted = first != null ? 1 : left.get();
        do {
            owner = Thread.currentThread();
            for (int i = 0; i < counted; i++) {
                (task != null ? task : inbox.remove()).run();
                task = null;
            }
            afterAll.run();
            // Cleared before the count is reduced: from then on another thread may be the owner.
            owner = null;
            counted = left.addAndGet(-counted);
        } while (counted > 0);
    }
}
