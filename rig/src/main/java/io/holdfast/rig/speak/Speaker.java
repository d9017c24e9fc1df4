package io.holdfast.rig.speak;

import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Resource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One client's operations in one API. The sender records every operation; the returned one is the
 * same. Null means that the API does not have the operation.
 */
interface Speaker extends AutoCloseable {

    /** Returns the resources that all clients of the API compete for. */
    List<Resource> shared();

    /** Returns a resource that no other client requests. */
    default @Nullable Resource own(int number) {
        return null;
    }

    /** Requests a grant, at once or after a wait. */
    @Nullable
    Operation acquire(Resource resource, int ttlSeconds, int waitSeconds);

    /** Requests a grant or a place in the queue. */
    default @Nullable Operation enqueue(Resource resource, int ttlSeconds) {
        return null;
    }

    /** Asks for the grant of a queued place. */
    default @Nullable Operation collect(Resource resource, int waitSeconds) {
        return null;
    }

    /** Gives up a queued place. */
    default @Nullable Operation withdraw(Resource resource) {
        return null;
    }

    /** Asks whether the client's own grant is still there. */
    default @Nullable Operation validate(Resource resource, long fence) {
        return null;
    }

    default @Nullable Operation renew(Resource resource, long fence, int ttlSeconds) {
        return null;
    }

    @Nullable
    Operation release(Resource resource, long fence);

    /** Asks for the current holder. */
    default @Nullable Operation look(Resource resource) {
        return null;
    }

    /** Writes a value that no other client writes, or reads one. */
    default @Nullable Operation value(String item, @Nullable String written) {
        return null;
    }

    /** Reads a value that was written. */
    default @Nullable Operation read(Resource value) {
        return null;
    }

    /** Ends the session with all its grants. Returns whether that was acknowledged. */
    default boolean leave() {
        return false;
    }

    /** Returns whether a grant outlives the client's connection. */
    default boolean outlivesConnections() {
        return true;
    }

    @Override
    void close();
}
