package io.holdfast.log.raft;

import java.util.function.LongConsumer;

/**
 * How long the disk takes for what the log has it sync, for whoever measures. Ratis finds its
 * metrics by a service of the whole process, and a process has one log.
 */
public final class SyncTimes {

    private static volatile LongConsumer listener = nanos -> {};

    private SyncTimes() {}

    /** From now on tells how many nanoseconds each sync took, on the thread that writes the log. */
    public static void onSync(LongConsumer hearer) {
        listener = hearer;
    }

    static void synced(long nanos) {
        listener.accept(nanos);
    }
}
