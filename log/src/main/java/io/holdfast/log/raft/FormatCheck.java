package io.holdfast.log.raft;

import io.holdfast.core.value.Format;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.apache.ratis.protocol.RaftPeer;

/** Rejects a new member that cannot read the format that the members write. */
final class FormatCheck {

    private static final long ANSWER_SECONDS_MAX = 5;

    private final FormatQuestion question;
    private final IntSupplier level;

    /** @param level the format level that this member has applied */
    FormatCheck(FormatQuestion question, IntSupplier level) {
        this.question = question;
        this.level = level;
    }

    void check(RaftPeer added) throws Membership.RefusedException {
        int written = level.getAsInt();
        if (written <= Format.OLDEST) {
            return;
        }
        int reads;
        try {
            reads = question.ask(added)
                    .orTimeout(ANSWER_SECONDS_MAX, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            throw new Membership.RefusedException(
                    added.getId() + " does not report which formats it reads", e);
        }
        if (reads == FormatService.UNKNOWN) {
            throw new Membership.RefusedException(
                    added.getId() + " does not report which formats it reads", null);
        }
        if (reads < written) {
            throw new Membership.RefusedException(
                    added.getId() + " reads formats up to " + reads
                            + ", and the members write format " + written
                            + ". Start it with the release that the members run",
                    null);
        }
    }
}
