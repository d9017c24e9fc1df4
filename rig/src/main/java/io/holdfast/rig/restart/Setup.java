package io.holdfast.rig.restart;

import io.holdfast.rig.group.Layout;
import io.holdfast.rig.speak.Actor.Dialect;
import io.holdfast.rig.speak.Actor.Habits;

/**
 * The clients of a run and their server.
 *
 * @param clients how many at once
 * @param operationsMax how many operations the clients perform at most between two restarts
 * @param stopPercent the share of restarts that stop the server with SIGTERM instead of SIGKILL
 * @param exactLeases whether the checks may assume that no lease outlasts its time
 */
public record Setup(
        Dialect dialect,
        int clients,
        int operationsMax,
        Habits habits,
        int stopPercent,
        boolean exactLeases,
        Layout layout) {

    /** Few, so that kills also hit snapshots, and starts read them. */
    static final String SNAPSHOT_ENTRIES = "500";

    private static final Layout SERVER = Layout.single("--snapshot-entries", SNAPSHOT_ENTRIES);

    /** Locks and semaphores: many locks of each client's own, short leases on contended ones. */
    public static Setup locks(int clients) {
        Habits habits = new Habits(65, 20, false, 50, 0.5);
        return new Setup(Dialect.LOCKS, clients, 200 * clients, habits, 0, true, SERVER);
    }

    /** Claims, as Nessy's clients make them. */
    public static Setup claims(int clients) {
        Habits habits = new Habits(25, 4, true, 30, 0);
        return new Setup(Dialect.CLAIMS, clients, 300 * clients, habits, 33, false, SERVER);
    }

    /** Workers of the nodes API. The server chooses the leases, which outlast every restart. */
    public static Setup nodes(int clients) {
        Habits habits = new Habits(30, 4, true, 0, 0);
        return new Setup(Dialect.NODES, clients, 150 * clients, habits, 0, false, SERVER);
    }

    /** Returns the same clients with another server. */
    public Setup with(Layout other) {
        return new Setup(dialect, clients, operationsMax, habits, stopPercent, exactLeases, other);
    }
}
