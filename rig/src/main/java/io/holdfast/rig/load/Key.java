package io.holdfast.rig.load;

/**
 * A lock or a semaphore.
 *
 * @param limit the number of holders; 0 for a lock
 */
public record Key(String name, int limit) {

    String path() {
        return (limit == 0 ? "/v1/locks/" : "/v1/semaphores/") + name;
    }

    /** How many may hold it at once. */
    public int holdersMax() {
        return Math.max(1, limit);
    }
}
