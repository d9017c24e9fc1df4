package io.holdfast.log.raft;

import java.util.function.LongConsumer;

/**
 * Reports how long each sync of the log takes, for metrics. Ratis finds its metrics through a
 * service of the whole process, and a process has one log.
 */
public final class SyncTimes {

    private static volatile LongConsumer listener = nanos -> {};

    private SyncTimes() {}

    /**
     * Sets the listener for sync times in nanoseconds; called on the thread that writes the log.
     */
    public static void onSync(LongConsumer hearer) {
        listener = hearer;
    }

    static void synced(long nanos) {
        listener.accept(nanos);
    }
}
