package io.holdfast.core.command;

/**
 * Commands that the nodes themselves propose: their lives, the settings, the time they were down.
 */
public sealed interface NodeCommand extends Command {

    /**
     * A node's process began. Proposed before anything else that it proposes, it ends the waits and
     * connections that an earlier process of the same node served.
     *
     * @param downtimeNanos time to add to log time; not zero only in a group of one
     * @param fenceFloor fences rise above this, because grants that this state does not know of may
     *     have been made
     */
    record Started(String node, long incarnation, long downtimeNanos, long fenceFloor)
            implements NodeCommand {}

    /**
     * A member was not heard of for so long that its clients count as gone.
     *
     * @param term of the leader that says so; in the log of a later term the command is refused,
     *     because a later leader may have let the member deliver its grants
     * @param undeliveredSinceNanos the member has not delivered any grant that was made at this log
     *     time or later, and will not; {@link #NOTHING} if that is not known of any
     */
    record Lost(String node, long incarnation, long term, long undeliveredSinceNanos)
            implements NodeCommand {

        public static final long NOTHING = Long.MAX_VALUE;

        public Lost(String node, long incarnation) {
            this(node, incarnation, 0, NOTHING);
        }

        @Override
        public Command in(int writtenFormat) {
            return writtenFormat >= Format.THIRD ? this : new Lost(node, incarnation);
        }
    }

    /**
     * The heap that the state may take at a member. The smallest value of all members is the
     * budget, so that every replica decides alike.
     *
     * @param bytesMax zero where the member left the group and no longer has to hold the state
     */
    record StateMemory(String node, long bytesMax) implements NodeCommand {

        public static final int FORMAT = Format.THIRD;

        @Override
        public int format() {
            return FORMAT;
        }
    }

    /**
     * A node is stopping in good order: the waits that it serves end with an answer.
     *
     * @param closeSessions true where the state ends with the process, so that every session does
     *     too
     */
    record Drain(String node, long incarnation, boolean closeSessions) implements NodeCommand {}

    /** Replaces the settings that decisions depend on; every replica has to use the same ones. */
    record Configure(Settings settings) implements NodeCommand {

        @Override
        public Command in(int writtenFormat) {
            Settings kept = settings.in(writtenFormat);
            return kept == settings ? this : new Configure(kept);
        }
    }

    /**
     * Every member reads this format: from here on it is written. The level never goes back. The
     * batch that says so is in that format itself, so that an older release names both numbers.
     */
    record RaiseFormat(int format) implements NodeCommand {}
}
