package io.holdfast.log.raft;

import io.holdfast.log.ratis.NoMetrics;

import java.util.function.LongConsumer;

/** Reports how long each sync of the log takes, for metrics. A process has one log. */
public final class SyncTimes {

    private SyncTimes() {}

    /**
     * Sets the listener for sync times in nanoseconds; called on the thread that writes the log.
     */
    public static void onSync(LongConsumer listener) {
        NoMetrics.onSync(listener);
    }
}
