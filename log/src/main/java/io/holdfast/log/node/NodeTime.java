package io.holdfast.log.node;

/** Log time as this node sees it. */
interface NodeTime {

    /** Whether this node gives batches their time and proposes ticks. */
    boolean ticks();

    /** The present instant; only to be asked where this node ticks. */
    long nowNanos();

    /** The reading of the monotonic clock at which log time reaches the instant. */
    long monotonicAt(long logNanos);
}
