package io.holdfast.client;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A client of a Holdfast server or cluster.
 *
 * {@snippet file="LockExamples.java" region="lock"}
 *
 * <p>One client serves a whole program: it is safe to share between threads, virtual ones included,
 * and has one thread for all heartbeats. {@link #close()} releases everything that it holds.
 *
 * <p>Every request that changes something carries an id. If the connection breaks or a member does
 * not answer, the client sends the same request to the next member, and it acts once. If no member
 * answers within the request timeout, the result is {@link Acquired.Unknown} or a {@link
 * HoldfastException}.
 */
public final class Holdfast implements AutoCloseable {

    private final ClientContext context;
    private final @Nullable String entityClient;

    Holdfast(ClientContext context, @Nullable String entityClient) {
        this.context = context;
        this.entityClient = entityClient;
    }

    /** Makes a client of a cluster whose members have these addresses. */
    public static Holdfast connect(String... addresses) {
        return builder().address(addresses).build();
    }

    /** Makes a client of a cluster whose members have these addresses. */
    public static Holdfast connect(URI... addresses) {
        return builder().address(addresses).build();
    }

    public static HoldfastBuilder builder() {
        return new HoldfastBuilder();
    }

    /** Returns a lock with the client's default ttl. */
    public DistributedLock lock(String name) {
        return new DistributedLock(context, name, 0, context.ttl(), loss -> {});
    }

    /** Returns a semaphore with the client's default ttl. */
    public DistributedSemaphore semaphore(String name, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("a limit must be positive");
        }
        return new DistributedSemaphore(
                new DistributedLock(context, name, limit, context.ttl(), loss -> {}));
    }

    /**
     * Returns the session in which locks are acquired without a wait, and opens it if necessary.
     *
     * @throws HoldfastException if none can be opened
     */
    public SessionInfo session() throws InterruptedException {
        return context.sessions().info();
    }

    /** Releases everything, waits at most the request timeout for it, and ends all threads. */
    @Override
    public void close() {
        context.close();
    }
}
