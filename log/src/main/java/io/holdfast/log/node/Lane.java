package io.holdfast.log.node;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
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
    private final @Nullable Thread thread;
    private volatile @Nullable Thread owner;
    private volatile boolean stopped;

    /**
     * @param afterAll runs whenever the inbox is empty, so that what came together is handled
     *     together
     */
    Lane(String name, boolean inline, Runnable afterAll) {
        this(name, inline, afterAll, new ConcurrentLinkedQueue<>());
    }

    Lane(String name, boolean inline, Runnable afterAll, Queue<Runnable> inbox) {
        this.inbox = inbox;
        this.afterAll = afterAll;
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
        if (thread == null && left.compareAndSet(0, 1)) {
            // Nobody is at it, so the task needs no place in a queue.
            drain(task);
            return;
        }
        inbox.add(task);
        if (left.getAndIncrement() == 0) {
            if (thread == null) {
                drain(null);
            } else {
                LockSupport.unpark(thread);
            }
        }
    }

    void stop() {
        stopped = true;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    private void loop() {
        while (!stopped) {
            if (left.get() == 0) {
                LockSupport.park(this);
            } else {
                drain(null);
            }
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
