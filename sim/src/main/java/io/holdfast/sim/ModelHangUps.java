package io.holdfast.sim;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.Token;
import io.holdfast.sim.ModelRows.Answer;
import io.holdfast.sim.ModelRows.Hold;
import io.holdfast.sim.ModelRows.Key;
import io.holdfast.sim.ModelRows.Place;
import io.holdfast.sim.ModelRows.Wait;

import org.jspecify.annotations.Nullable;

/** Handles a hang-up: ends the client's wait, and passes on a grant that the client did not see. */
final class ModelHangUps {

    private final ModelRules rules;

    ModelHangUps(ModelRules rules) {
        this.rules = rules;
    }

    void hangUp(LocksCommand.Abandon c) {
        Answer answer = answer(c.request());
        if (others(answer, c.call())) {
            return;
        }
        Place place = rules.place(rules.client(c.session()), rules.key(c.name()));
        boolean mine = place != null && place.enqueue.equals(c.call());
        Wait wait = waitOf(c.call());
        if (wait == null && place != null && mine && place.wait != null) {
            wait = place.wait.call == null ? place.wait : null;
        }
        if (wait != null) {
            forget(answer, null);
            if (!rules.handOver(wait, Refusal.ABANDONED)) {
                rules.leave(wait, Refusal.ABANDONED.outcome());
            }
            return;
        }
        Hold hold = c.granted() == null ? null : rules.hold(c.name(), c.kind(), c.granted());
        if (hold == null && place != null && mine) {
            hold = place.hold;
        }
        if (hold != null) {
            forget(answer, hold.token);
            rules.marks.hit("unseen grant is passed on");
            rules.end(hold, false);
        }
    }

    @Nullable
    Answer answer(@Nullable RequestId request) {
        Answer answer = request == null ? null : rules.remembered(request);
        return answer != null && answer.request.equals(request) ? answer : null;
    }

    /**
     * Returns whether other calls have or await the same answer. In that case nothing is given up.
     */
    boolean others(@Nullable Answer answer, Origin call) {
        if (answer != null && answer.joined.remove(call)) {
            rules.replies.add(new Reply(call, Refusal.ABANDONED.outcome()));
            return true;
        }
        if (answer != null && answer.shared) {
            rules.marks.hit("hang-up of a shared answer");
            return true;
        }
        return false;
    }

    private @Nullable Wait waitOf(Origin call) {
        for (Key key : rules.keys) {
            for (Wait wait : key.line) {
                if (call.equals(wait.call)) {
                    return wait;
                }
            }
        }
        return null;
    }

    private void forget(@Nullable Answer answer, @Nullable Token token) {
        Outcome outcome = answer == null ? null : answer.outcome;
        if (outcome instanceof Outcome.Queued
                || outcome instanceof Outcome.Granted granted && granted.token().equals(token)) {
            rules.answers.remove(answer);
        }
    }
}
