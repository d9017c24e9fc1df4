package io.holdfast.sim;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.Origin;
import io.holdfast.core.command.Token;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.Reply;
import io.holdfast.sim.ModelRows.Answer;
import io.holdfast.sim.ModelRows.Hold;
import io.holdfast.sim.ModelRows.Key;
import io.holdfast.sim.ModelRows.Place;
import io.holdfast.sim.ModelRows.Wait;

import org.jspecify.annotations.Nullable;

/** A client hung up: what it waited for ends, and what it was given unseen goes to the next. */
final class ModelHangUps {

    private final ModelRules rules;

    ModelHangUps(ModelRules rules) {
        this.rules = rules;
    }

    void hangUp(LocksCommand.Abandon c) {
        Answer answer = c.request() == null ? null : rules.remembered(c.request());
        if (answer != null && !answer.request.equals(c.request())) {
            answer = null;
        }
        if (answer != null && answer.joined.remove(c.call())) {
            rules.replies.add(new Reply(c.call(), Refusal.ABANDONED.outcome()));
            return;
        }
        if (answer != null && answer.shared) {
            rules.marks.hit("hang-up of a shared answer");
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
            rules.marks.hit("grant that nobody saw goes on");
            rules.end(hold, false);
        }
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
