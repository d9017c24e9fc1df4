package io.holdfast.sim.cluster.client;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.sim.Chance;
import io.holdfast.sim.cluster.member.SimMember;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request until its end: after a lost answer it is repeated at another member with the same
 * request id, or given up without one. After a refusal that changed nothing it is repeated in any
 * case.
 */
public final class Exchange<O extends Outcome> implements Attempt.Answer<O> {

    private static final long ANSWER_NANOS_MAX = 2_500_000_000L;
    private static final long PATIENCE_NANOS = 40_000_000_000L;

    private final SimClient client;
    private final Edge edge;
    private final Chance chance;
    private final Request<O> request;
    private final @Nullable SimMember only;
    private final Consumer<Told<O>> done;
    private final long firstSentNanos;
    private final long fencesBefore;
    private final List<Attempt<O>> attempts = new ArrayList<>();
    private boolean over;

    /** @param only the one member that the client is connected to; null to use any */
    Exchange(
            SimClient client,
            Request<O> request,
            @Nullable SimMember only,
            Consumer<Told<O>> done) {
        this.client = client;
        this.edge = client.edge();
        this.chance = client.chance();
        this.request = request;
        this.only = only;
        this.done = done;
        this.firstSentNanos = edge.events().nowNanos();
        this.fencesBefore = edge.holdings().fenceMax();
    }

    long firstSentNanos() {
        return firstSentNanos;
    }

    void attempt() {
        List<SimMember> members = edge.members();
        SimMember member = only != null ? only : members.get(chance.below(members.size()));
        Attempt<O> attempt =
                new Attempt<>(edge, client.name(), client.actor(), request, member, this);
        attempts.add(attempt);
        attempt.send();
        long patience = request.waitNanos() + ANSWER_NANOS_MAX;
        // Now and then a client is impatient, and disconnects while it waits.
        if (request.waitNanos() > 0 && chance.perMille(client.impatiencePerMille())) {
            patience = chance.between(1, patience);
        }
        edge.events().after(patience, () -> timeOut(attempt));
    }

    private void timeOut(Attempt<O> attempt) {
        if (!over && attempts.getLast() == attempt) {
            attempt.hangUp();
            lost();
        }
    }

    /** No answer came, or none that says what happened. */
    private void lost() {
        if (request.id() == null) {
            end(Outcome.UNKNOWN, attempts.getLast());
        } else {
            edge.marks().hit("retried with the same request id");
            again();
        }
    }

    private void again() {
        long spent = edge.events().nowNanos() - firstSentNanos;
        boolean calm = edge.events().nowNanos() > edge.progress().calmNanos();
        if (spent > PATIENCE_NANOS && !calm) {
            end(Outcome.UNKNOWN, attempts.getLast());
            return;
        }
        Attempt<O> last = attempts.getLast();
        edge.events().after(chance.between(20_000_000L, 400_000_000L), () -> {
            if (!over && attempts.getLast() == last) {
                attempt();
            }
        });
    }

    @Override
    public void refusedConnection(Attempt<O> attempt) {
        if (!over && attempts.getLast() == attempt) {
            if (only != null) {
                end(Outcome.UNKNOWN, attempt);
            } else {
                again();
            }
        }
    }

    @Override
    public void told(Attempt<O> attempt, O outcome) {
        if (over || attempt.isLeft() || attempts.getLast() != attempt) {
            return;
        }
        if (outcome instanceof Outcome.Refused(Refusal reason) && isPassing(reason)) {
            if (only != null && reason != Refusal.NO_LEADER) {
                end(Outcome.UNKNOWN, attempt);
            } else {
                again();
            }
        } else if (outcome.equals(Outcome.UNKNOWN) || outcome.equals(Refusal.ABANDONED.outcome())) {
            lost();
        } else {
            end(outcome, attempt);
        }
    }

    private static boolean isPassing(Refusal reason) {
        return switch (reason) {
            case DRAINING, STORAGE_FAILED, OVERLOADED, NO_LEADER, REMOVED, UPGRADING -> true;
            case KEYS_MAX,
                    WAITERS_MAX,
                    ABANDONED,
                    REQUEST_MISMATCH,
                    DATA_MAX,
                    TENANT_KEYS,
                    TENANT_LEASES,
                    TENANT_WAITERS,
                    TENANT_SESSIONS,
                    TENANT_BYTES,
                    STATE_FULL -> false;
        };
    }

    private void end(Outcome outcome, Attempt<O> attempt) {
        over = true;
        client.ended(this);
        boolean once = attempts.size() == 1;
        done.accept(new Told<>(
                outcome,
                firstSentNanos,
                attempt.sentNanos,
                fencesBefore,
                once,
                once ? attempt.parkedNanos() : Long.MAX_VALUE));
    }

    @Override
    public String toString() {
        return client.name() + " waits for " + request.command().getClass().getSimpleName()
                + " since " + firstSentNanos / 1_000_000 + " ms, attempt " + attempts.size()
                + " at " + attempts.getLast().member();
    }
}
