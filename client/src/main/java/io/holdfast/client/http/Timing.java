package io.holdfast.client.http;

/**
 * How long a call may take.
 *
 * @param deadlineNanos when the call ends at the latest, by the client's clock
 * @param attemptNanosMax how long one attempt may take
 * @param patienceNanos how long attempts may go on failing
 */
public record Timing(long deadlineNanos, long attemptNanosMax, long patienceNanos) {}
