package io.holdfast.log.engine;

/** Log time as this member sees it. */
interface TimeSource {

    /** Returns whether this member stamps its own batches; otherwise it only numbers them. */
    boolean stampsOwn();

    /** Returns whether this member stamps batches and proposes ticks. */
    boolean ticks();

    /** Returns the current log time; only valid while this member ticks. */
    long nowNanos();

    /** Returns the monotonic time at which log time reaches the given value. */
    long monotonicAt(long logNanos);
}
