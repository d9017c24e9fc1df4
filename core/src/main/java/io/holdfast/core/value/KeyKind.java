package io.holdfast.core.value;

/** The kind of a key in the locks API, fixed by its first use. */
public enum KeyKind {
    LOCK,
    SEMAPHORE
}
