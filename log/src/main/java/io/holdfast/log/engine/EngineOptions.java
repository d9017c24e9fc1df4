package io.holdfast.log.engine;

import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.Format;

import java.util.concurrent.TimeUnit;

/**
 * The options of an engine.
 *
 * @param name the member's name, the same after every restart
 * @param ephemeral true if the state ends with the process, so that a stop ends every session
 * @param inline true to run the lane on the submitting thread, which saves a thread switch per call
 *     if the log answers at once; false to run it on its own thread
 * @param lostNanos in a cluster: how long a member is silent until it is declared lost
 * @param patienceNanos in a cluster: how long a call or a read waits for a leader
 * @param formatMax the newest format that it reads and writes
 * @param stateBytesMax the heap limit for the state at this member; zero for no limit
 */
public record EngineOptions(
        String name,
        Settings settings,
        boolean ephemeral,
        boolean inline,
        long lostNanos,
        long patienceNanos,
        int formatMax,
        long stateBytesMax) {

    private static final long TEN_SECONDS = TimeUnit.SECONDS.toNanos(10);

    public EngineOptions(String name, Settings settings, boolean ephemeral, boolean inline) {
        this(name, settings, ephemeral, inline, TEN_SECONDS, TEN_SECONDS);
    }

    public EngineOptions(
            String name,
            Settings settings,
            boolean ephemeral,
            boolean inline,
            long lostNanos,
            long patienceNanos) {
        this(name, settings, ephemeral, inline, lostNanos, patienceNanos, Format.NEWEST, 0);
    }

    /** Returns a copy with the newest format that the member reads, as in an earlier release. */
    public EngineOptions withFormatMax(int newMax) {
        return new EngineOptions(
                name, settings, ephemeral, inline, lostNanos, patienceNanos, newMax, stateBytesMax);
    }

    /** Returns a copy with the heap limit for the state. */
    public EngineOptions withStateBytesMax(long newMax) {
        return new EngineOptions(
                name, settings, ephemeral, inline, lostNanos, patienceNanos, formatMax, newMax);
    }

    /**
     * Returns the answer to calls that wait behind another call of their session when it drains.
     */
    Outcome drained() {
        return ephemeral ? LockRefusal.SESSION_GONE.outcome() : Refusal.DRAINING.outcome();
    }
}
