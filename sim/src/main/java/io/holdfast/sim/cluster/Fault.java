package io.holdfast.sim.cluster;

/**
 * A fault of the schedule.
 *
 * @param draw chooses its members and its other details
 */
public record Fault(Kind kind, long atNanos, long forNanos, long draw) {

    /** What can happen to the cluster. */
    public enum Kind {
        /** No message passes between two members. */
        CUT_PAIR,
        /** No message passes from one member to another; answers do. */
        CUT_ONE_WAY,
        /** A member hears of no other one. */
        ISOLATE,
        /** No message of one member arrives, but it receives everything. */
        MUTE,
        /** A minority is cut off from the rest. */
        SPLIT,
        /** Messages are lost and late everywhere. */
        BAD_NETWORK,
        /** Clients reach no member, or get no answers. */
        CUT_CLIENT,
        /** A member stops for a while and continues. */
        PAUSE,
        /** A member dies with what it has not synced, and starts again. */
        KILL,
        /** All members die at once. */
        KILL_ALL,
        /** A member is stopped in order, and starts again. */
        STOP,
        /** The disk is full: the process ends, and starts again when there is room. */
        DISK_FULL,
        DISK_SLOW,
        /** A sync fails: what was written may be on the disk or not. */
        SYNC_FAILS,
        /** A member applies nothing, although it stores everything. */
        LAG,
        /** A member stands for election without need. */
        ELECT,
        /** An operator transfers the leadership. */
        TRANSFER,
        /** A member's wall clock is set forward or back, by up to a day. */
        WALL_JUMP,
        /** A member loses its disk and is replaced. */
        REPLACE,
        /** A member is removed, and added again with an empty disk. */
        REMOVE,
        /** A new member is added. */
        ADD,
        /** The credential of a waiting client is revoked. */
        REVOKE,
        /** A member is started with the directory of a cluster of its own. */
        FOREIGN_DIRECTORY
    }

    @Override
    public String toString() {
        return "at " + atNanos / 1_000_000 + " ms for " + forNanos / 1_000_000 + " ms: " + kind
                + " (" + Long.toHexString(draw) + ")";
    }
}
