package io.holdfast.log.raft;

import java.util.Map;
import java.util.stream.Stream;

/**
 * Tells whether Ratis is loading a snapshot. A second snapshot that is installed meanwhile would
 * never be loaded: Ratis forgets the request at the end of the load, and the member then applies no
 * entry any more, because the entries before the second snapshot are gone.
 */
final class SnapshotLoading {

    private static final String UPDATER = "-StateMachineUpdater";
    private static final String LOADS = "reload";

    private SnapshotLoading() {}

    /** Returns whether the member's updater thread is loading a snapshot. */
    static boolean isInProgress(String member) {
        String updater = member + UPDATER;
        for (Map.Entry<Thread, StackTraceElement[]> thread :
                Thread.getAllStackTraces().entrySet()) {
            if (thread.getKey().getName().equals(updater)
                    && Stream.of(thread.getValue())
                            .anyMatch(frame -> frame.getMethodName().equals(LOADS))) {
                return true;
            }
        }
        return false;
    }
}
