package io.holdfast.log.engine;

import io.holdfast.core.command.Command;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.RequestId;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A command of the member itself. */
record OwnCall(Command command, Consumer<Outcome> answer) implements Call {

    @Override
    public Actor actor() {
        return Actor.NODE;
    }

    @Override
    public @Nullable RequestId request() {
        return null;
    }

    @Override
    public void reply(Outcome outcome) {
        answer.accept(outcome);
    }
}
