package io.holdfast.client;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * A semaphore: as many clients as its limit says hold a slot at a time. The limit is fixed by the
 * first client and has to be the same for all.
 *
 * <p>For example: {@snippet file="LockExamples.java" region="semaphore"}
 */
public final class DistributedSemaphore {

    private final DistributedLock slots;

    DistributedSemaphore(DistributedLock slots) {
        this.slots = slots;
    }

    /** Returns the key of the semaphore. */
    public String name() {
        return slots.name();
    }

    /** Returns another object for the same semaphore, with this ttl in whole seconds. */
    public DistributedSemaphore withTtl(Duration ttl) {
        return new DistributedSemaphore(slots.withTtl(ttl));
    }

    /**
     * Calls the listener, on a thread of the client, for each lease that is acquired from now on
     * and lost.
     */
    public DistributedSemaphore onLost(Consumer<Loss> listener) {
        slots.onLost(listener);
        return this;
    }

    /** Tries to take a slot without waiting. */
    public Acquired acquire() throws InterruptedException {
        return slots.acquire();
    }

    /** Waits for a slot at most this long; an interrupt gives the place in the queue up. */
    public Acquired acquire(Duration waitMax) throws InterruptedException {
        return slots.acquire(waitMax);
    }

    /** Takes a slot or a place in the queue, and returns at once. */
    public Acquired enqueue() throws InterruptedException {
        return slots.enqueue();
    }

    /** Renews a slot by its token, which another client may have got. */
    public Duration renew(String token) throws InterruptedException {
        return slots.renew(token);
    }

    /** Releases a slot by its token, which another client may have got; false if not held. */
    public boolean release(String token) throws InterruptedException {
        return slots.release(token);
    }
}
