package io.holdfast.core.command;

/** What a key of the locks contract is used as, fixed by its first use. */
public enum KeyKind {
    LOCK,
    SEMAPHORE
}
