package io.holdfast.client;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A lock that at most one client in the cluster holds. Waiting clients are served in the order in
 * which they came.
 *
 * <p>For example: {@snippet file="LockExamples.java" region="lock"}
 *
 * <p>A lease is not a mutex: if the process is paused or cut off, the lease ends and another client
 * gets the lock. Register {@link #onLost}, check {@link #isHeldNow()}, and give the
 * {@link #fence()} to the resource that the lock protects.
 *
 * <p>The methods of {@link Lock} belong to threads: only the thread that locked can unlock, and the
 * lock is not reentrant. {@link #acquire} returns a {@link Lease}, which any thread may use.
 */
public final class DistributedLock implements Lock {

    private final ClientContext context;
    private final String key;
    private final int limit;
    private final LockProtocol protocol;
    private final List<Consumer<Loss>> listeners;
    private final Map<Thread, Lease> held = new ConcurrentHashMap<>();

    DistributedLock(
            ClientContext context,
            String key,
            int limit,
            Duration ttl,
            List<Consumer<Loss>> listeners) {
        this.context = context;
        this.key = key;
        this.limit = limit;
        this.protocol = new LockProtocol(context, key, limit, Durations.ttlSeconds(ttl));
        this.listeners = new CopyOnWriteArrayList<>(listeners);
    }

    /** Returns the key of the lock. */
    public String name() {
        return key;
    }

    /** Returns another lock object for the same key, with this ttl in whole seconds. */
    public DistributedLock withTtl(Duration other) {
        return new DistributedLock(context, key, limit, other, listeners);
    }

    /**
     * Calls the listener, on a thread of the client, for each lease that is acquired from now on
     * and lost.
     */
    public DistributedLock onLost(Consumer<Loss> listener) {
        listeners.add(listener);
        return this;
    }

    /** Tries to acquire without waiting. */
    public Acquired acquire() throws InterruptedException {
        return acquire(Duration.ZERO);
    }

    /** Waits for the lock at most this long; an interrupt gives the place in the queue up. */
    public Acquired acquire(Duration waitMax) throws InterruptedException {
        return listened(protocol.acquire(Durations.nanos(waitMax)));
    }

    /** Takes the lock or a place in the queue, and returns at once. */
    public Acquired enqueue() throws InterruptedException {
        return listened(protocol.enqueue());
    }

    private Acquired listened(Acquired acquired) {
        if (acquired instanceof Acquired.Granted granted) {
            listeners.forEach(granted.lease()::onLost);
        }
        return acquired;
    }

    /**
     * Waits for the lock without a limit.
     *
     * @throws HoldfastException if the server refuses it, or no member answers within the request
     *     timeout
     */
    @Override
    public void lock() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    lockInterruptibly();
                    return;
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
        while (!tryLock(LockProtocol.FOREVER_NANOS, TimeUnit.NANOSECONDS)) {
            context.checkOpen();
        }
    }

    /**
     * Takes the lock if it is free.
     *
     * @throws HoldfastException if the server refuses it for another reason, or no member answers
     */
    @Override
    public boolean tryLock() {
        try {
            return tryLock(0, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Thread owner = Thread.currentThread();
        Lease mine = held.get(owner);
        if (limit == 0 && mine != null && mine.isHeldNow()) {
            throw new IllegalStateException("this thread holds the lock, which is not reentrant");
        }
        Acquired acquired = listened(protocol.acquire(Math.max(0, unit.toNanos(time))));
        if (acquired instanceof Acquired.Refused refused && refused.isBusy()) {
            return false;
        }
        context.checkOpen();
        held.put(owner, acquired.orThrow());
        return true;
    }

    /**
     * Releases the lock. If no member can be reached, the release continues in the background and
     * the lease ends by itself.
     *
     * @throws IllegalMonitorStateException if this thread does not hold the lock, or the lease was
     *     lost meanwhile
     */
    @Override
    public void unlock() {
        Lease lease = held.remove(Thread.currentThread());
        if (lease == null) {
            throw new IllegalMonitorStateException("this thread does not hold the lock " + key);
        }
        lease.release();
        Loss loss = lease.loss();
        if (loss != null) {
            throw new IllegalMonitorStateException(
                    "the lock " + key + " was lost before: " + loss.detail());
        }
    }

    /** Returns this thread's lease, or null if it does not hold the lock. */
    public @Nullable Lease lease() {
        return held.get(Thread.currentThread());
    }

    /**
     * Returns the fence of this thread's lease.
     *
     * @throws IllegalMonitorStateException if this thread does not hold the lock
     */
    public long fence() {
        Lease lease = lease();
        if (lease == null) {
            throw new IllegalMonitorStateException("this thread does not hold the lock " + key);
        }
        return lease.fence();
    }

    /** Returns how long this thread certainly holds the lock without another renewal. */
    public Duration remaining() {
        Lease lease = lease();
        return lease == null ? Duration.ZERO : lease.remaining();
    }

    /** Returns true if this thread certainly holds the lock at this moment. */
    public boolean isHeldNow() {
        return !remaining().isZero();
    }

    /**
     * Takes the lock for its ttl if it is free. It lasts for that time even if the process ends or
     * no member can be reached: nothing renews it, and nothing but its token, an operator or the
     * ttl ends it. Listeners are not called.
     *
     * <p>For example: {@snippet file="LockExamples.java" region="fixed"}
     *
     * @return empty if another client holds the lock
     * @throws HoldfastException if the server refuses it for another reason, or no member answers;
     *     if the request took effect, the lock ends after its ttl
     */
    public Optional<FixedLease> tryLockFixed() throws InterruptedException {
        return Optional.ofNullable(protocol.acquireFixed());
    }

    /**
     * Renews a grant by its token, which another client may have got.
     *
     * @return how long it lasts now
     * @throws HoldfastException with the code {@code not_held} if the token is not held
     */
    public Duration renew(String token) throws InterruptedException {
        return Duration.ofSeconds(protocol.renew(token));
    }

    /**
     * Renews a lease of this lock at once with the ttl of this object. Its later renewals use that
     * ttl too, even if this one fails.
     *
     * <p>For example: {@snippet file="LockExamples.java" region="renew"}
     *
     * @return how long it certainly lasts now without another renewal
     * @throws HoldfastException with the code {@code not_held} if the lease was lost or released;
     *     with another code if the server refuses it, or no member answers within the request
     *     timeout, and the lease is then renewed further until it ends
     */
    public Duration renew(Lease lease) throws InterruptedException {
        if (!lease.key().equals(key)) {
            throw new IllegalArgumentException(
                    "the lease is of " + lease.key() + " and not of " + key);
        }
        return protocol.renewNow(lease);
    }

    /** Releases a grant by its token, which another client may have got; false if not held. */
    public boolean release(String token) throws InterruptedException {
        return protocol.release(token);
    }

    /** Not supported: a condition would have to be shared between clients. */
    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("a distributed lock has no conditions");
    }

    @Override
    public String toString() {
        return "lock " + key;
    }
}
