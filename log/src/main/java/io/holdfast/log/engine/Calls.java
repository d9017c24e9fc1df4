package io.holdfast.log.engine;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.outcome.MemberOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.SessionId;
import io.holdfast.log.Term;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls that this member has accepted. Each waits in its session's gate, with the sequencer or
 * in the machine until it is answered once. Everything runs in the lane.
 */
final class Calls {

    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);

    /** The number of accepted, unproposed calls above which new calls are rejected. */
    private static final int WAITING_MAX = 200_000;

    private final OwnProcess process;
    private final Consumer<Submission> intake = this::accept;
    private final Function<Call<?>, @Nullable Refusal> refusals;
    private final LongSupplier wallMillis;
    private final Sequencer sequencer;
    private final Pending pending = new Pending();
    private final Gates gates = new Gates();
    private final AtomicLong sequences = new AtomicLong();
    private final GrantDelivery grants;
    private volatile DecisionListener decisions = DecisionListener.NONE;

    /** The number of calls that wait in the machine for a later answer. */
    private int parked;

    /**
     * @param refusals returns why the member accepts no call, or null; called in the lane
     * @param wallMillis the wall-clock time of the last applied batch
     */
    Calls(
            OwnProcess process,
            Sequencer sequencer,
            GrantDelivery grants,
            Function<Call<?>, @Nullable Refusal> refusals,
            LongSupplier wallMillis) {
        this.process = process;
        this.sequencer = sequencer;
        this.grants = grants;
        this.refusals = refusals;
        this.wallMillis = wallMillis;
    }

    void onDecisions(DecisionListener listener) {
        decisions = listener;
    }

    /** Numbers a new call; any thread. */
    Submission next(Call<?> call) {
        return new Submission(intake, sequences.incrementAndGet(), call);
    }

    private void accept(Submission submission) {
        Refusal refusal = refusals.apply(submission.call);
        boolean full = sequencer.gathered() >= WAITING_MAX;
        if (refusal == null && (full || !decisions.admits(submission.call))) {
            refusal = Refusal.OVERLOADED;
        }
        if (refusal != null) {
            answer(submission, refusal.outcome());
            return;
        }
        Submission kept = submission.call.command() instanceof LocksCommand.Abandon abandon
                ? gates.abandon(abandon.session(), abandon.call().sequence())
                : null;
        if (kept != null) {
            answer(kept, Refusal.ABANDONED.outcome());
            answer(submission, Outcome.DONE);
            return;
        }
        SessionId gate = submission.gate();
        if (gate == null || gates.enter(gate, submission)) {
            gather(submission);
        } else {
            submission.call.parked();
        }
    }

    /** Proposes a command of this member itself. */
    void propose(MemberCommand command, Consumer<MemberOutcome> answer) {
        gather(next(new OwnCall(command, answer)));
    }

    /** Proposes commands of this member itself whose outcome is ignored. */
    void propose(List<? extends MemberCommand> commands) {
        commands.forEach(command -> propose(command, outcome -> {}));
    }

    private void gather(Submission submission) {
        pending.add(submission);
        sequencer.add(submission.proposal(process.origin(submission.sequence)));
    }

    /** Delivers a batch's answers; this member's proposals without one wait in the machine. */
    void deliver(List<Reply> replies, boolean alive, Term term, List<Proposal> proposals) {
        // Replies include answers to earlier batches; only this batch's calls are counted.
        int answered = 0;
        for (int i = 0; i < replies.size(); i++) {
            answered += deliver(replies.get(i), alive, term) ? 1 : 0;
        }
        if (answered < proposals.size()) {
            proposals.forEach(proposal -> park(proposal.origin()));
        }
    }

    /**
     * Delivers the machine's answer to a call.
     *
     * @param alive false if the other members have declared this member lost
     * @param term the term of the leader that appended the answer's entry
     * @return whether the call had not been parked before
     */
    private boolean deliver(Reply reply, boolean alive, Term term) {
        Submission submission =
                process.is(reply.origin()) ? pending.find(reply.origin().sequence()) : null;
        if (submission == null) {
            return false;
        }
        // The client of a lost member is still connected, and its outcome is unknown.
        boolean given = !alive && reply.outcome().equals(Refusal.ABANDONED.outcome());
        Outcome outcome = given ? Outcome.UNKNOWN : reply.outcome();
        boolean wasParked = submission.parked;
        if (grants.holds(submission, outcome, term)) {
            take(submission);
        } else {
            finish(submission, outcome);
        }
        return !wasParked;
    }

    /** Returns the number of calls that wait in the machine for a later answer. */
    int parked() {
        return parked;
    }

    private void take(Submission submission) {
        if (pending.take(submission.sequence) != null && submission.parked) {
            parked--;
        }
    }

    /** Answers a call once, and lets the next call of its session proceed. */
    void finish(Submission submission, Outcome outcome) {
        take(submission);
        SessionId gate = submission.gate();
        Submission next = gate == null ? null : gates.leave(gate, submission);
        answer(submission, outcome);
        if (next != null) {
            gather(next);
        }
    }

    /** Answers a call; an exception in one call must not affect the others. */
    private void answer(Submission submission, Outcome outcome) {
        try {
            reply(submission.call, outcome);
        } catch (RuntimeException e) {
            LOG.error("outcome delivery failed", e);
        }
        try {
            decisions.decided(submission.call, outcome, wallMillis.getAsLong());
        } catch (RuntimeException e) {
            LOG.error("audit log write failed", e);
        }
    }

    /**
     * Hands the outcome to its call. The machine answers each command from the command's own
     * family, so the cast cannot fail.
     */
    @SuppressWarnings("unchecked")
    private static <O extends Outcome> void reply(Call<O> call, Outcome outcome) {
        call.reply((O) outcome);
    }

    /** Marks a call that waits in the machine for a later answer. */
    private void park(Origin origin) {
        Submission submission = process.is(origin) ? pending.find(origin.sequence()) : null;
        if (submission != null) {
            parked += submission.parked ? 0 : 1;
            submission.parked = true;
            submission.call.parked();
        }
    }

    /** Gives this answer to the calls that wait behind another call of their session. */
    void refuseKept(Outcome refusal) {
        gates.takeAll().forEach(kept -> answer(kept, refusal));
    }

    /** Answers every call; queued and unsent calls have had no effect and get the refusal. */
    void refuseAll(Outcome underWay, Outcome refusal) {
        refuseKept(refusal);
        forgetHeld();
        for (Submission submission : takePending()) {
            boolean unproposed = sequencer.isGathered(submission.sequence);
            answer(submission, submission.parked || unproposed ? refusal : underWay);
        }
        sequencer.clear();
    }

    /** Answers every call, even queued ones: the other members have ended this process. */
    void forgetAll() {
        gates.clear().forEach(kept -> answer(kept, Refusal.NO_LEADER.outcome()));
        forgetHeld();
        Set<Long> unsent = sequencer.giveUp();
        for (Submission submission : takePending()) {
            answer(submission, lost(submission, unsent));
        }
    }

    /** Answers held replies as unknown: their grants may have been passed on already. */
    private void forgetHeld() {
        grants.takeAll().forEach(held -> answer(held, Outcome.UNKNOWN));
    }

    private List<Submission> takePending() {
        parked = 0;
        return pending.takeAll();
    }

    /** Answers calls in flight that got no result in time. Queued calls stay. */
    void giveUp() {
        Set<Long> unsent = sequencer.giveUp();
        for (Submission submission : pending.unparked()) {
            finish(submission, lost(submission, unsent));
        }
    }

    private static Outcome lost(Submission submission, Set<Long> unsent) {
        return unsent.contains(submission.sequence) ? Refusal.NO_LEADER.outcome() : Outcome.UNKNOWN;
    }
}
