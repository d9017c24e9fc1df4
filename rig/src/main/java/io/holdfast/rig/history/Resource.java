package io.holdfast.rig.history;

/**
 * A resource of any API that clients hold, or a value that they write and read.
 *
 * @param space the API
 * @param capacity how many clients may hold it at once; 0 for a value
 */
public record Resource(String space, String key, int capacity) {

    /** Returns a name that is unique across APIs. */
    public String name() {
        return space + ":" + key;
    }
}
