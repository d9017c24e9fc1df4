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

    private final Queue<Runnable> inbox = new ConcurrentLinkedQueue<>();
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

    private void drain(@Nullable Runnable first) {
        owner = Thread.currentThread();
        int done = 0;
        Runnable task = first != null ? first : inbox.poll();
        while (true) {
            while (task != null) {
                task.run();
                done++;
                task = inbox.poll();
            }
            afterAll.run();
            owner = null;
            if (left.addAndGet(-done) == 0) {
                return;
            }
            owner = Thread.currentThread();
            done = 0;
            task = inbox.poll();
        }
    }
}
