package io.holdfast.core.command;

import io.holdfast.core.outcome.MemberOutcome;
import io.holdfast.core.value.Format;

/** Commands that members themselves propose: process starts and ends, settings, downtime. */
public sealed interface MemberCommand extends Command<MemberOutcome> {

    /**
     * Records the start of a member's process. It is the first command that the process proposes,
     * and ends the waits and connections of the member's earlier process.
     *
     * @param downtimeNanos time to add to log time; nonzero only in a cluster of one member
     * @param fenceFloor new fences are above this value, because grants that this state lacks may
     *     have been made
     */
    record Started(String member, long incarnation, long downtimeNanos, long fenceFloor)
            implements MemberCommand {}

    /**
     * Records that a member was unreachable for so long that its clients count as disconnected.
     *
     * @param term the term of the leader that proposes it. In a later term the command is refused,
     *     because a later leader may have allowed the member to deliver its grants
     * @param undeliveredSinceNanos the member has not delivered, and will not deliver, any grant
     *     made at this log time or later; {@link #NOTHING} if no such time is known
     */
    record Lost(String member, long incarnation, long term, long undeliveredSinceNanos)
            implements MemberCommand {

        public static final long NOTHING = Long.MAX_VALUE;

        public Lost(String member, long incarnation) {
            this(member, incarnation, 0, NOTHING);
        }

        @Override
        public MemberCommand in(int writtenFormat) {
            return writtenFormat >= Format.THIRD ? this : new Lost(member, incarnation);
        }
    }

    /**
     * Sets the heap that the state may take at a member. The minimum over all members is the
     * budget, so that every replica makes the same decisions.
     *
     * @param bytesMax zero if the member left the cluster and no longer holds the state
     */
    record StateMemory(String member, long bytesMax) implements MemberCommand {

        public static final int FORMAT = Format.THIRD;

        @Override
        public int format() {
            return FORMAT;
        }
    }

    /**
     * Records an orderly stop of a member: the waits that it serves end with an answer.
     *
     * @param closeSessions true if the state ends with the process, so that all sessions end too
     */
    record Drain(String member, long incarnation, boolean closeSessions) implements MemberCommand {}

    /** Replaces the settings that decisions depend on. Every replica must use the same ones. */
    record Configure(Settings settings) implements MemberCommand {

        @Override
        public MemberCommand in(int writtenFormat) {
            Settings kept = settings.in(writtenFormat);
            return kept == settings ? this : new Configure(kept);
        }
    }

    /**
     * Records that every member reads this format, which is written from now on. The level never
     * decreases. The batch with this command is itself in that format, so that an older release
     * reports both numbers.
     */
    record RaiseFormat(int format) implements MemberCommand {}
}
