package io.holdfast.rig.speak;

import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Resource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One client's way of saying things in one dialect. Every operation is recorded by whoever sends
 * it; what is returned is the same operation. Null stands for what a dialect cannot say.
 */
interface Speaker extends AutoCloseable {

    /** What all clients of the dialect compete for. */
    List<Resource> shared();

    /** Something that nobody else asks for. */
    default @Nullable Resource own(int number) {
        return null;
    }

    /** Asks for a grant, at once or after a wait. */
    @Nullable
    Operation acquire(Resource resource, int ttlSeconds, int waitSeconds);

    /** Asks for a grant or a place in the line. */
    default @Nullable Operation enqueue(Resource resource, int ttlSeconds) {
        return null;
    }

    /** Asks what has become of the place. */
    default @Nullable Operation collect(Resource resource, int waitSeconds) {
        return null;
    }

    default @Nullable Operation renew(Resource resource, long fence, int ttlSeconds) {
        return null;
    }

    @Nullable
    Operation release(Resource resource, long fence);

    /** Asks who holds it. */
    default @Nullable Operation look(Resource resource) {
        return null;
    }

    /** Writes a value that no other client writes, or reads one. */
    default @Nullable Operation value(String item, @Nullable String written) {
        return null;
    }

    /** Whether a grant stays when nobody looks after it. */
    default boolean outlivesConnections() {
        return true;
    }

    @Override
    void close();
}
