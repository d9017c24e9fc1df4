package io.holdfast.spring;

import io.holdfast.client.HoldfastException;
import io.holdfast.client.Lease;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.integration.support.locks.DistributedLock;

/**
 * A lock of a {@link HoldfastLockRegistry}. It belongs to a thread and is reentrant; the time to
 * live of the outermost acquisition counts.
 *
 * <p>If the lease is lost, {@link #unlock()} throws
 * {@link java.util.ConcurrentModificationException}, and so does each nested acquisition before it.
 */
public final class HoldfastLock implements DistributedLock {

    private static final long FOREVER_NANOS = Long.MAX_VALUE / 4;

    private final HoldfastLockRegistry registry;
    private final String name;

    HoldfastLock(HoldfastLockRegistry registry, String name) {
        this.registry = registry;
        this.name = name;
    }

    /** Returns the key at the server. */
    public String name() {
        return name;
    }

    /**
     * Waits for the lock without a limit.
     *
     * @throws org.springframework.dao.CannotAcquireLockException if the server refuses it, or no
     *     member answers within the request timeout of the client
     */
    @Override
    public void lock() {
        lockUninterruptibly(null);
    }

    @Override
    public void lock(Duration ttl) {
        lockUninterruptibly(ttl);
    }

    private void lockUninterruptibly(@Nullable Duration ttl) {
        boolean interrupted = false;
        boolean locked = false;
        try {
            while (!locked) {
                try {
                    locked = acquire(FOREVER_NANOS, ttl);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        boolean locked = false;
        while (!locked) {
            locked = acquire(FOREVER_NANOS, null);
        }
    }

    @Override
    public boolean tryLock() {
        try {
            return acquire(0, null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return acquire(unit.toNanos(time), null);
    }

    @Override
    public boolean tryLock(Duration waitTime, Duration ttl) throws InterruptedException {
        return acquire(TimeUnit.NANOSECONDS.convert(waitTime), ttl);
    }

    private boolean acquire(long waitNanos, @Nullable Duration ttl) throws InterruptedException {
        long startNanos = System.nanoTime();
        LockObserver.Outcome outcome = LockObserver.Outcome.FAILED;
        LocalLock local = registry.use(name);
        try {
            long waitNanosMax = Math.min(Math.max(0, waitNanos), FOREVER_NANOS);
            boolean acquired = local.acquire(registry.remote(name, ttl), waitNanosMax);
            outcome = acquired ? LockObserver.Outcome.GRANTED : LockObserver.Outcome.BUSY;
            return acquired;
        } finally {
            if (outcome != LockObserver.Outcome.GRANTED) {
                registry.leave(name);
            }
            registry.attempted(Duration.ofNanos(System.nanoTime() - startNanos), outcome);
        }
    }

    /**
     * Unlocks once. The outermost unlock releases the lock at the server and waits for its reply,
     * at most the request timeout of the client. If no member answers, the lock was held until now
     * and ends by itself, so this is logged and not thrown.
     *
     * @throws IllegalMonitorStateException if the current thread does not hold it
     * @throws java.util.ConcurrentModificationException if it was lost before, so that the work
     *     under it may have been done by two
     */
    @Override
    public void unlock() {
        LocalLock local = mine();
        try {
            local.release();
        } finally {
            registry.leave(name);
        }
    }

    /** Not supported: a condition would have to be shared between instances. */
    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("a distributed lock has no conditions");
    }

    /**
     * Returns the fence of the lock that the current thread holds. Give it to the resource that the
     * lock protects, which then can refuse a lower one.
     *
     * @throws IllegalMonitorStateException if the current thread does not hold it
     */
    public long fence() {
        return lease().fence();
    }

    /** Returns true if the current thread certainly holds the lock at this moment. */
    public boolean isHeldNow() {
        LocalLock local = registry.used(name);
        return local != null && local.isMine() && local.isLeaseHeld();
    }

    private LocalLock mine() {
        LocalLock local = registry.used(name);
        if (local == null || !local.isMine()) {
            throw new IllegalMonitorStateException("this thread does not hold the lock " + name);
        }
        return local;
    }

    private Lease lease() {
        Lease lease = mine().lease();
        if (lease == null) {
            throw new IllegalMonitorStateException("this thread does not hold the lock " + name);
        }
        return lease;
    }

    void renew(@Nullable Duration ttl) {
        Lease lease = lease();
        try {
            registry.remote(name, ttl == null ? lease.ttl() : ttl).renew(lease);
        } catch (HoldfastException e) {
            if (e.code().equals("not_held")) {
                throw new IllegalStateException(
                        "the lock " + name + " was lost: " + e.getMessage(), e);
            }
            throw new DataAccessResourceFailureException(
                    "cannot renew the lock " + name + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataAccessResourceFailureException(
                    "the thread was interrupted while the lock " + name + " was renewed", e);
        }
    }

    @Override
    public String toString() {
        return "lock " + name;
    }
}
