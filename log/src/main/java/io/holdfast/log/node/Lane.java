package io.holdfast.log.node;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one at a time, in the order in which they came. Either on a thread of its own, or on
 * the thread that brings a task while nobody else is at it: whoever comes then only leaves a task
 * behind.
 */
final class Lane {

    private final Queue<Runnable> inbox;
    private final AtomicInteger left = new AtomicInteger();
    private final Runnable afterAll;
    private final BooleanSupplier isFull;
    private final @Nullable Thread thread;

    /** Set before the lane's own thread is woken, and cleared before it looks what there is. */
    private final AtomicBoolean woken = new AtomicBoolean();

    /** What can wait is left lying: something else will come, and take it along. */
    private volatile boolean full;

    private volatile @Nullable Thread owner;
    private volatile boolean stopped;

    /**
     * @param afterAll runs whenever the inbox is empty, so that what came together is handled
     *     together
     * @param isFull whether another task is certain to come, before which nothing can be done with
     *     those that can wait; asked in the lane
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

    /** Whether the caller is the one that runs the tasks. */
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

    /** Runs a task that can wait: while the lane is full, nobody is woken for it. */
    void runWithOthers(Runnable task) {
        if (thread == null) {
            runInline(task);
        } else {
            leave(task);
            // Asked after the task was counted: either it is seen there, or the lane is here.
            if (!full) {
                wake();
            }
        }
    }

    private void runInline(Runnable task) {
        if (left.compareAndSet(0, 1)) {
            // Nobody is at it, so the task needs no place in a queue.
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

    /** Whether the lane's own thread sleeps, with nobody having woken it. */
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
            full = isFull.getAsBoolean();
        }
    }

    /**
     * Takes exactly as many tasks as were counted. A task that is in the inbox and not counted yet
     * is left alone: whoever counts it up from zero must be the only one who runs it.
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
            // Given up before the count falls: from then on another thread may be the owner.
            owner = null;
            counted = left.addAndGet(-counted);
        } while (counted > 0);
    }
}
