package io.holdfast.spring;

import io.holdfast.client.DistributedLock;
import io.holdfast.client.Lease;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A candidate's part in an election, from start to stop, on a thread of its own: it waits for the
 * leadership, leads until that ends, and waits again. Grant, revocation and release follow each
 * other on that thread, so the next leader begins after the work of this one was stopped.
 */
final class Candidacy {

    /** What happens on the thread of the candidacy. */
    interface Events {

        /** Called once for each leadership; an interrupt says that it is over. */
        void granted(HoldfastLeaderContext leadership) throws InterruptedException;

        void revoked(HoldfastLeaderContext leadership);

        /** Called after an attempt to take part that failed, and after a grant that did. */
        void failed(RuntimeException problem);
    }

    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE / 4);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final DistributedLock lock;
    private final String role;
    private final Events events;
    private final Thread thread;
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    private final ReentrantLock state = new ReentrantLock();
    private final Condition changed = state.newCondition();
    private boolean stopped;
    private boolean interruptible;
    private volatile @Nullable HoldfastLeaderContext leadership;

    Candidacy(DistributedLock lock, String role, Events events) {
        this.lock = lock;
        this.role = role;
        this.events = events;
        this.thread = new Thread(this::run, "holdfast-leader-" + role);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Ends the candidacy in the background. The result is complete when it has ended. */
    CompletableFuture<Void> stop() {
        state.lock();
        try {
            stopped = true;
        } finally {
            state.unlock();
        }
        wake();
        return over;
    }

    boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    /** Returns the leadership of now, or null if there is none. */
    @Nullable
    HoldfastLeaderContext leadership() {
        return leadership;
    }

    private void run() {
        try {
            while (!isStopped()) {
                takePart();
            }
        } finally {
            over.complete(null);
        }
    }

    private void takePart() {
        try {
            Lease won = interruptibly(null, () -> lock.acquire(FOREVER).orThrow());
            if (won != null) {
                lead(won);
            }
        } catch (RuntimeException e) {
            events.failed(e);
            pause();
        }
    }

    private void lead(Lease won) {
        HoldfastLeaderContext mine = new HoldfastLeaderContext(won, role, this::wake);
        won.onLost(loss -> wake());
        if (isStopped()) {
            won.release();
            return;
        }
        leadership = mine;
        try {
            interruptibly(mine, () -> {
                events.granted(mine);
                return true;
            });
            awaitEnd(mine);
        } finally {
            leadership = null;
            try {
                events.revoked(mine);
            } finally {
                won.release();
            }
        }
    }

    private void awaitEnd(HoldfastLeaderContext mine) {
        state.lock();
        try {
            while (!stopped && !mine.isOver()) {
                changed.awaitUninterruptibly();
            }
        } finally {
            state.unlock();
        }
    }

    /** Waits before the next attempt, unless it is stopped. */
    private void pause() {
        state.lock();
        try {
            long leftNanos = PAUSE_NANOS;
            while (!stopped && leftNanos > 0) {
                leftNanos = changed.awaitNanos(leftNanos);
            }
        } catch (InterruptedException e) {
            // Only what is interruptible is interrupted, so this was meant for a callback.
        } finally {
            state.unlock();
        }
    }

    /**
     * Runs work that the end of the candidacy, or of this leadership, interrupts. Returns null if
     * it was interrupted.
     */
    private <T> @Nullable T interruptibly(@Nullable HoldfastLeaderContext mine, Callable<T> work) {
        state.lock();
        try {
            if (stopped || (mine != null && mine.isOver())) {
                return null;
            }
            interruptible = true;
        } finally {
            state.unlock();
        }
        try {
            return work.call();
        } catch (InterruptedException e) {
            return null;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            state.lock();
            interruptible = false;
            // An interrupt that came too late must not meet the callbacks that follow.
            Thread.interrupted();
            state.unlock();
        }
    }

    private void wake() {
        state.lock();
        try {
            HoldfastLeaderContext mine = leadership;
            boolean ended = stopped || (mine != null && mine.isOver());
            if (ended && interruptible && !isOwnThread()) {
                thread.interrupt();
            }
            changed.signalAll();
        } finally {
            state.unlock();
        }
    }

    private boolean isStopped() {
        state.lock();
        try {
            return stopped;
        } finally {
            state.unlock();
        }
    }
}
