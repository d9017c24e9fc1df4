package io.holdfast.log;

import java.util.function.LongConsumer;

/** Reports how long each sync of the log takes, for metrics. A process has one log. */
public final class SyncTimes {

    private static volatile LongConsumer listener = nanos -> {};

    private SyncTimes() {}

    /**
     * Sets the listener for sync times in nanoseconds; called on the thread that writes the log.
     */
    public static void onSync(LongConsumer newListener) {
        listener = newListener;
    }

    /** Reports a sync; called on the thread that writes the log. */
    public static void synced(long nanos) {
        listener.accept(nanos);
    }
}
