package io.holdfast.client;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A place in the queue of a lock or semaphore. It is kept while its client lives, and is given up
 * by {@link #close()} or by an {@link #await} that times out.
 */
public final class QueuePlace implements AutoCloseable {

    private final LockProtocol protocol;
    private final Session session;
    private final AtomicBoolean used = new AtomicBoolean();

    QueuePlace(LockProtocol protocol, Session session) {
        this.protocol = protocol;
        this.session = session;
    }

    /** Returns the key of the queue. */
    public String key() {
        return protocol.key();
    }

    /**
     * Waits for the grant. May be called once. If the member that serves the wait is lost and the
     * place with it, the client queues again.
     *
     * @return granted, refused as busy after the wait, or unknown
     */
    public Acquired await(Duration waitMax) throws InterruptedException {
        if (!used.compareAndSet(false, true)) {
            throw new IllegalStateException("the place was already waited for or given up");
        }
        return protocol.await(session, Durations.nanos(waitMax));
    }

    /** Gives the place up, unless it was already waited for. */
    @Override
    public void close() {
        if (used.compareAndSet(false, true)) {
            protocol.leave(session);
        }
    }
}
