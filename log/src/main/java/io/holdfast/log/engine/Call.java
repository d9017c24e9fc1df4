package io.holdfast.log.engine;

import io.holdfast.core.command.Command;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.RequestId;

import org.jspecify.annotations.Nullable;

/**
 * One command and the receiver of its outcome. The edge's own request object implements it, so that
 * no further object is allocated.
 *
 * @param <O> the family of the command's outcomes
 */
public interface Call<O extends Outcome> {

    Actor actor();

    /** Returns the client's request id, or null. */
    @Nullable
    RequestId request();

    Command<O> command();

    /**
     * Reports that the outcome depends on other clients: the call waits in a queue, or behind
     * another call of its session. Runs on the lane's current thread.
     */
    default void parked() {}

    /** Receives the outcome, exactly once, on the lane's current thread; must not block. */
    void reply(O outcome);
}
