package io.holdfast.spring;

import io.holdfast.client.Loss;

import java.time.Duration;

/** Is called for what happens to the locks of a registry or the leadership of an initiator. */
public interface LockObserver {

    /** How an attempt to take a lock ended. */
    enum Outcome {

        /** The lock was granted. */
        GRANTED,

        /** Another thread or client held it for the whole wait. */
        BUSY,

        /** The server refused it, no member answered, or the thread was interrupted. */
        FAILED
    }

    /** Called on the thread that took the lock, or tried to, with the time that this took. */
    default void attempted(Duration took, Outcome outcome) {}

    /**
     * Called on a thread of the client when a lease is lost, which may be long before its lock is
     * unlocked.
     */
    default void lost(Loss loss) {}
}
