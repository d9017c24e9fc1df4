package io.holdfast.server.edge;

import io.holdfast.core.command.Command;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.RequestId;
import io.holdfast.log.engine.Call;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A command that needs no cleanup if its client has disconnected before the outcome. */
public record SimpleCall<O extends Outcome>(
        Actor actor, @Nullable RequestId request, Command<O> command, Consumer<? super O> answer)
        implements Call<O> {

    @Override
    public void reply(O outcome) {
        answer.accept(outcome);
    }
}
