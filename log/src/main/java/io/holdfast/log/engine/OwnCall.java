package io.holdfast.log.engine;

import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.outcome.MemberOutcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.RequestId;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A command of the member itself. */
record OwnCall(MemberCommand command, Consumer<MemberOutcome> answer)
        implements Call<MemberOutcome> {

    @Override
    public Actor actor() {
        return Actor.MEMBER;
    }

    @Override
    public @Nullable RequestId request() {
        return null;
    }

    @Override
    public void reply(MemberOutcome outcome) {
        answer.accept(outcome);
    }
}
