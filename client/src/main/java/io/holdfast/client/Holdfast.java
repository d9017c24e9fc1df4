package io.holdfast.client;

import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of a Holdfast server or cluster.
 *
 * <p>For example: {@snippet file="LockExamples.java" region="lock"}
 *
 * <p>One client serves a whole program: it is safe to share between threads, virtual ones included,
 * and has one thread for all heartbeats. {@link #close()} releases everything that it holds.
 *
 * <p>Every request that changes something carries an id. If the connection breaks or a member does
 * not answer, the client sends the same request to the next member, and it acts once. If no member
 * answers within the request timeout, the result is {@link Acquired.Unknown} or a
 * {@link HoldfastException}.
 */
public final class Holdfast implements AutoCloseable {

    private final ClientContext context;
    private final EntityLocks entities;

    Holdfast(ClientContext context, @Nullable String entityClient) {
        this.context = context;
        this.entities = new EntityLocks(context, entityClient);
    }

    /**
     * Makes a client of a cluster whose members have these addresses. It sends nothing: a server
     * that is down or a wrong token is reported by the first call that uses it.
     */
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
        return new DistributedLock(context, name, 0, context.ttl(), List.of());
    }

    /** Returns a semaphore with the client's default ttl. */
    public DistributedSemaphore semaphore(String name, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("a limit must be positive");
        }
        return new DistributedSemaphore(
                new DistributedLock(context, name, limit, context.ttl(), List.of()));
    }

    /** Returns a pool; {@link Pool#create} makes it exist. */
    public Pool pool(UUID id) {
        return new Pool(context, id);
    }

    /** Returns the claims on resources. */
    public Claims claims() {
        return new Claims(context);
    }

    /** Returns the locks on components and apps. */
    public EntityLocks entities() {
        return entities;
    }

    /** Returns the work nodes. */
    public Nodes nodes() {
        return new Nodes(context);
    }

    /** Returns the resources of all APIs. */
    public Resources resources() {
        return new Resources(context);
    }

    /**
     * Follows events until the stream or the client is closed.
     *
     * @param listener called on the stream's own thread, one event after the other
     * @throws HoldfastException if the server refuses it, or no member answers
     */
    public EventStream events(EventFilter filter, Consumer<Event> listener) {
        return EventStream.open(context, filter, listener);
    }

    /** Returns an election; {@link Election#start()} takes part in it. */
    public Election election(String name) {
        return new Election(context, lock(name));
    }

    /** Returns the state of the members. */
    public Admin admin() {
        return new Admin(context);
    }

    /** Returns plain HTTP calls, for routes that have no method here. */
    public HttpCalls http() {
        return new HttpCalls(context);
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
