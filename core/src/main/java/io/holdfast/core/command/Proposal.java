package io.holdfast.core.command;

import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;

import org.jspecify.annotations.Nullable;

/** A command with the data that must be logged together with it. */
public record Proposal(
        Origin origin, Actor actor, @Nullable RequestId request, Command<?> command) {

    /** Returns the same proposal with the command as the format stores it. */
    Proposal in(int format) {
        Command<?> kept = command.in(format);
        return kept == command ? this : new Proposal(origin, actor, request, kept);
    }
}
