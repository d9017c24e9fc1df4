package io.holdfast.sim.cluster.check;

import io.holdfast.core.command.Batch;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Reply;
import io.holdfast.sim.Marks;

/** Counts which rare commands and outcomes were committed. */
final class CommandMarks {

    private CommandMarks() {}

    static void hit(Marks marks, Batch batch, Effects effects) {
        for (Proposal proposal : batch.proposals()) {
            if (proposal.command() instanceof MemberCommand own) {
                marks.hit(own.getClass().getSimpleName());
            }
            if (proposal.command() instanceof MemberCommand.Lost lost
                    && lost.undeliveredSinceNanos() != MemberCommand.Lost.NOTHING) {
                marks.hit("Lost with undelivered grants");
            }
        }
        for (Reply reply : effects.replies()) {
            marks.hit(reply.outcome().getClass().getSimpleName());
            if (reply.outcome() instanceof Outcome.Refused refused) {
                marks.hit("decided: " + refused.reason());
            }
        }
    }
}
