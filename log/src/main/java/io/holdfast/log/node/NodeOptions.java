package io.holdfast.log.node;

import io.holdfast.core.command.Format;
import io.holdfast.core.command.Settings;

import java.util.concurrent.TimeUnit;

/**
 * How a node runs.
 *
 * @param name the node's own name, kept over restarts
 * @param ephemeral true where the state ends with the process, so that a stop ends every session
 * @param inline true to run the lane on whichever thread brings a task, which saves a change of
 *     thread for each call where the log answers at once; false to give it a thread of its own
 * @param lostNanos for one of several: how long a node is unheard of until its clients count as
 *     gone
 * @param patienceNanos for one of several: how long a call or a read waits for a leader
 * @param formatMax the newest format that it reads and writes
 * @param stateBytesMax the heap that the state may take at this member; zero for no bound
 */
public record NodeOptions(
        String name,
        Settings settings,
        boolean ephemeral,
        boolean inline,
        long lostNanos,
        long patienceNanos,
        int formatMax,
        long stateBytesMax) {

    private static final long TEN_SECONDS = TimeUnit.SECONDS.toNanos(10);

    public NodeOptions(String name, Settings settings, boolean ephemeral, boolean inline) {
        this(name, settings, ephemeral, inline, TEN_SECONDS, TEN_SECONDS);
    }

    public NodeOptions(
            String name,
            Settings settings,
            boolean ephemeral,
            boolean inline,
            long lostNanos,
            long patienceNanos) {
        this(name, settings, ephemeral, inline, lostNanos, patienceNanos, Format.NEWEST, 0);
    }

    /** The same, of a member that reads formats up to this one, as an earlier release does. */
    public NodeOptions withFormatMax(int newMax) {
        return new NodeOptions(
                name, settings, ephemeral, inline, lostNanos, patienceNanos, newMax, stateBytesMax);
    }

    /** The same, of a member whose heap allows the state so much. */
    public NodeOptions withStateBytesMax(long newMax) {
        return new NodeOptions(
                name, settings, ephemeral, inline, lostNanos, patienceNanos, formatMax, newMax);
    }
}
