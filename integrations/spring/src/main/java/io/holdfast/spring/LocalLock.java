package io.holdfast.spring;

import io.holdfast.client.Acquired;
import io.holdfast.client.DistributedLock;
import io.holdfast.client.HoldfastException;
import io.holdfast.client.Lease;
import io.holdfast.client.Loss;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;

/**
 * What the threads of this process share of one name. They queue here in the order in which they
 * came, so that one at a time waits at the server, and each takes the lock there anew, behind the
 * other instances.
 */
final class LocalLock {

    private static final Logger LOG = System.getLogger(HoldfastLockRegistry.class.getName());

    private final String name;
    private final ReentrantLock turn = new ReentrantLock(true);

    /** Written by the thread that has the turn. */
    private volatile @Nullable Lease lease;

    /** Acquisitions and attempts that have not ended; the registry guards it. */
    int users;

    LocalLock(String name) {
        this.name = name;
    }

    /**
     * Takes the lock, or counts once more if this thread holds it.
     *
     * @return false if the wait ended
     * @throws ConcurrentModificationException if this thread held it and lost it
     * @throws CannotAcquireLockException if the server refuses it, or no member answers
     */
    boolean acquire(DistributedLock remote, long waitNanos) throws InterruptedException {
        long startNanos = System.nanoTime();
        if (!turn.tryLock(waitNanos, TimeUnit.NANOSECONDS)) {
            return false;
        }
        boolean acquired = false;
        try {
            long leftNanos = Math.max(0, waitNanos - (System.nanoTime() - startNanos));
            acquired = turn.getHoldCount() > 1 ? again() : fetch(remote, leftNanos);
            return acquired;
        } finally {
            if (!acquired) {
                turn.unlock();
            }
        }
    }

    /**
     * Fails rather than taking it anew, because the work outside of this call was not protected.
     */
    private boolean again() {
        Lease held = lease;
        if (held == null || !held.isHeldNow()) {
            throw lost(held == null ? null : held.loss());
        }
        return true;
    }

    private boolean fetch(DistributedLock remote, long waitNanos) throws InterruptedException {
        Acquired acquired = remote.acquire(Duration.ofNanos(waitNanos));
        if (acquired instanceof Acquired.Refused refused && refused.isBusy()) {
            return false;
        }
        try {
            lease = acquired.orThrow();
            return true;
        } catch (HoldfastException e) {
            throw new CannotAcquireLockException(
                    "cannot take the lock " + name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Counts down, and releases the lock at zero.
     *
     * @throws ConcurrentModificationException if it was lost meanwhile
     */
    void release() {
        try {
            Lease ended = lease;
            if (turn.getHoldCount() == 1 && ended != null) {
                lease = null;
                end(ended);
            }
        } finally {
            turn.unlock();
        }
    }

    private void end(Lease ended) {
        boolean held = ended.isHeldNow();
        if (ended.release()) {
            return;
        }
        Loss loss = ended.loss();
        if (loss != null || !held) {
            throw lost(loss);
        }
        LOG.log(
                Logger.Level.WARNING,
                "the lock {0} was held until its unlock, but no member confirmed that; it ends"
                        + " within {1}",
                name,
                ended.ttl());
    }

    private ConcurrentModificationException lost(@Nullable Loss loss) {
        String why = loss == null ? "its lease ended" : loss.detail();
        return new ConcurrentModificationException("the lock " + name
                + " was lost before it was unlocked, and another client may have got it: " + why);
    }

    boolean isMine() {
        return turn.isHeldByCurrentThread();
    }

    @Nullable
    Lease lease() {
        return lease;
    }

    boolean isLeaseHeld() {
        Lease current = lease;
        return current != null && current.isHeldNow();
    }
}
