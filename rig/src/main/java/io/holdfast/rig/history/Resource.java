package io.holdfast.rig.history;

/**
 * Something that is held, whichever dialect lends it, or a value that is written and read.
 *
 * @param space the dialect
 * @param capacity how many may hold it at once; 0 for a value
 */
public record Resource(String space, String key, int capacity) {

    /** A name that no other dialect uses. */
    public String name() {
        return space + ":" + key;
    }
}
