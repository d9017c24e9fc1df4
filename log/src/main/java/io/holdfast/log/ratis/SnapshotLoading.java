package io.holdfast.log.ratis;

import java.util.Map;
import java.util.stream.Stream;
import org.apache.ratis.server.RaftServer;

/**
 * Tells whether Ratis is loading a snapshot. A second snapshot that is installed meanwhile would
 * never be loaded: Ratis forgets the request at the end of the load, and the member then applies no
 * entry any more, because the entries before the second snapshot are gone.
 */
public final class SnapshotLoading {

    static final String UPDATER = "-StateMachineUpdater";
    static final String LOADS = "reload";

    private SnapshotLoading() {}

    /**
     * Checks that the division accepts a snapshot. Ratis accepts one before it has started, but
     * fails if one is on disk already, and then rejects the same one for ever.
     *
     * @throws IllegalStateException until Ratis has started, and while a snapshot is being loaded
     */
    public static void check(RaftServer.Division division) {
        // Fails until entries are applied.
        var _ = division.getInfo().getLastAppliedIndex();
        if (isInProgress(division.getMemberId().toString())) {
            throw new IllegalStateException("an earlier snapshot is still being loaded");
        }
    }

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
