package io.holdfast.client;

/** What the reply to a renewal says about the lease. */
sealed interface Renewal {

    /** The lease lasts this long from when the renewal was sent. */
    record Renewed(long ttlNanos) implements Renewal {}

    /** The lease is over. */
    record Ended(Loss.Reason reason, String detail) implements Renewal {}

    /** The renewal was refused, and the lease goes on until its end. */
    record Refused(String detail) implements Renewal {}
}
