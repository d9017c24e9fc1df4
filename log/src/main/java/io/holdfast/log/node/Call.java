package io.holdfast.log.node;

import io.holdfast.core.command.Actor;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.RequestId;
import io.holdfast.core.outcome.Outcome;

import org.jspecify.annotations.Nullable;

/**
 * One command on its way through the node, with the place where its outcome is wanted. The edge's
 * own object for a request implements it, so that nothing is allocated in between.
 */
public interface Call {

    Actor actor();

    /** The client's own id for the request, where it gave one. */
    @Nullable
    RequestId request();

    Command command();

    /**
     * Told, on whatever thread the node is running, when the outcome will take as long as others
     * let it: the call stands in a line, or behind another of its session.
     */
    default void parked() {}

    /** Takes the outcome, exactly once, on whatever thread the node is running; must not block. */
    void reply(Outcome outcome);
}
