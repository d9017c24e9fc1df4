package io.holdfast.core.value;

/** The kind of a key in the locks API, fixed by its first use. */
public enum KeyKind {
    LOCK,
    SEMAPHORE;

    /**
     * Returns whether a key of this kind can have the limit. The edge rejects others, but a log
     * that contains one must not stop the machine.
     */
    public boolean allows(int limit) {
        return switch (this) {
            case LOCK -> limit == 1;
            case SEMAPHORE -> limit >= 1;
        };
    }
}
