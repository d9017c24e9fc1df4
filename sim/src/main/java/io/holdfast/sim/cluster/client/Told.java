package io.holdfast.sim.cluster.client;

import io.holdfast.core.outcome.Outcome;

/**
 * What a client knows at the end of a request.
 *
 * @param outcome unknown if no attempt was answered
 * @param firstSentNanos when its first attempt was sent
 * @param sentNanos when the answered attempt was sent
 * @param fencesBefore the highest fence that any client knew when the first attempt was sent
 * @param parkedNanos when it was queued, if it was sent once and waited; otherwise the end of time
 */
record Told<O extends Outcome>(
        Outcome outcome,
        long firstSentNanos,
        long sentNanos,
        long fencesBefore,
        boolean once,
        long parkedNanos) {}
