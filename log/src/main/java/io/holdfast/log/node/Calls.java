package io.holdfast.log.node;

import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.Origin;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.SessionId;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.Reply;
import io.holdfast.log.Term;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls that a node has taken: each waits in the gate of its session, with the sequencer, or in
 * the machine, until it is answered, once. All of it happens in the lane.
 */
final class Calls {

    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);

    /** What is accepted and not yet proposed; more than this is refused rather than kept. */
    private static final int WAITING_MAX = 200_000;

    private final Node node;
    private final Sequencer sequencer;
    private final Pending pending = new Pending();
    private final Gates gates = new Gates();
    private final AtomicLong sequences = new AtomicLong();
    private final @Nullable GrantDelivery grants;
    private volatile DecisionListener decisions = DecisionListener.NONE;

    /** How many calls the machine has and answers later. */
    private int parked;

    /** @param grants holds replies back; null if this node is alone */
    Calls(Node node, Sequencer sequencer, @Nullable GrantDelivery grants) {
        this.node = node;
        this.sequencer = sequencer;
        this.grants = grants;
    }

    void onDecisions(DecisionListener listener) {
        decisions = listener;
    }

    /** A number for a new call, from any thread. */
    Submission next(Call call) {
        return new Submission(node, sequences.incrementAndGet(), call);
    }

    /** Takes a call, unless there is a reason not to. */
    void accept(Submission submission, @Nullable Refusal reason) {
        Refusal refusal = reason;
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

    /** Proposes a command of the node's own. */
    void propose(Command command, Consumer<Outcome> answer) {
        gather(next(new OwnCall(command, answer)));
    }

    private void gather(Submission submission) {
        pending.add(submission);
        sequencer.add(submission.proposal(node.origin(submission.sequence)));
    }

    /** A batch has these answers; proposals of this node's that have none wait in the machine. */
    void deliver(List<Reply> replies, boolean alive, Term term, List<Proposal> proposals) {
        // Answers to calls of earlier batches come along, so that only those of this one count.
        int answered = 0;
        for (int i = 0; i < replies.size(); i++) {
            answered += deliver(replies.get(i), alive, term) ? 1 : 0;
        }
        if (answered < proposals.size()) {
            proposals.forEach(proposal -> park(proposal.origin()));
        }
    }

    /**
     * The machine has answered a call.
     *
     * @param alive false where the others gave this node up
     * @param term of the leader that put the answer's entry into the log
     * @return whether the call had not been parked before
     */
    private boolean deliver(Reply reply, boolean alive, Term term) {
        Submission submission =
                node.mine(reply.origin()) ? pending.find(reply.origin().sequence()) : null;
        if (submission == null) {
            return false;
        }
        // The client of a node that was given up is still here, and does not know what happened.
        boolean given = !alive && reply.outcome().equals(Refusal.ABANDONED.outcome());
        Outcome outcome = given ? Outcome.UNKNOWN : reply.outcome();
        boolean wasParked = submission.parked;
        if (grants == null || grants.lets(outcome, term)) {
            finish(submission, outcome);
        } else {
            take(submission);
            grants.hold(submission, outcome, term);
        }
        return !wasParked;
    }

    /** The leader answered this member: replies that are held may go. In the lane. */
    void releaseHeld() {
        if (grants != null) {
            grants.release(this::finish);
        }
    }

    /** Looks after contact with the leader for the calls that wait, a few times a second. */
    void lookAfterContact() {
        if (grants != null) {
            grants.look(parked, this::finish);
        }
    }

    private void take(Submission submission) {
        if (pending.take(submission.sequence) != null && submission.parked) {
            parked--;
        }
    }

    private void finish(Submission submission, Outcome outcome) {
        take(submission);
        SessionId gate = submission.gate();
        Submission next = gate == null ? null : gates.leave(gate, submission);
        answer(submission, outcome);
        if (next != null) {
            gather(next);
        }
    }

    /** One call's fault must not become everyone's. */
    private void answer(Submission submission, Outcome outcome) {
        try {
            submission.call.reply(outcome);
        } catch (RuntimeException e) {
            LOG.error("An outcome could not be delivered", e);
        }
        try {
            decisions.decided(submission.call, outcome, node.machine().wallMillis());
        } catch (RuntimeException e) {
            LOG.error("An outcome could not be taken down", e);
        }
    }

    /** The machine has the call, and answers it later. */
    private void park(Origin origin) {
        Submission submission = node.mine(origin) ? pending.find(origin.sequence()) : null;
        if (submission != null) {
            parked += submission.parked ? 0 : 1;
            submission.parked = true;
            submission.call.parked();
        }
    }

    /** Those who wait behind another call of their session get this answer. */
    void refuseKept(Outcome refusal) {
        gates.takeAll().forEach(kept -> answer(kept, refusal));
    }

    /** Answers every call; those in line, and those that were not sent, have lost nothing. */
    void refuseAll(Outcome underWay, Outcome refusal) {
        refuseKept(refusal);
        forgetHeld();
        for (Submission submission : takePending()) {
            boolean unproposed = sequencer.isGathered(submission.sequence);
            answer(submission, submission.parked || unproposed ? refusal : underWay);
        }
        sequencer.clear();
    }

    /** The process that took these calls is over for the others: also who stood in line is told. */
    void forgetAll() {
        gates.clear().forEach(kept -> answer(kept, Refusal.NO_LEADER.outcome()));
        forgetHeld();
        Set<Long> unsent = sequencer.giveUp();
        for (Submission submission : takePending()) {
            answer(submission, lost(submission, unsent));
        }
    }

    /** What is held was granted, and may be passed on by now. */
    private void forgetHeld() {
        if (grants != null) {
            grants.takeAll().forEach(held -> answer(held, Outcome.UNKNOWN));
        }
    }

    private List<Submission> takePending() {
        parked = 0;
        return pending.takeAll();
    }

    /** Nothing was heard of what is under way for too long. Those in line stay there. */
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
