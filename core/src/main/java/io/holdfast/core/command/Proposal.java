package io.holdfast.core.command;

import org.jspecify.annotations.Nullable;

/** One command with everything that has to travel through the log beside it. */
public record Proposal(Origin origin, Actor actor, @Nullable RequestId request, Command command) {

    /** The same, with the command as that format keeps it. */
    Proposal in(int format) {
        Command kept = command.in(format);
        return kept == command ? this : new Proposal(origin, actor, request, kept);
    }
}
