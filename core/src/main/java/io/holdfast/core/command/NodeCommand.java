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

    /** A node was not heard of for so long that its clients count as gone. */
    record Lost(String node, long incarnation) implements NodeCommand {}

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
