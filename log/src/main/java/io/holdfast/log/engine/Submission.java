package io.holdfast.log.engine;

import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.SessionId;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A numbered call, from its arrival to its answer. */
final class Submission implements Runnable {

    private final Consumer<Submission> intake;
    final long sequence;
    final Call<?> call;

    /** True if the command is applied and its outcome comes later. */
    boolean parked;

    /** The gate's fields: the calls inside, the call it entered beside, the calls behind it. */
    int inside;

    @Nullable
    Submission beside;

    @Nullable
    ArrayDeque<Submission> behind;

    /** @param intake accepts or rejects the call, in the lane */
    Submission(Consumer<Submission> intake, long sequence, Call<?> call) {
        this.intake = intake;
        this.sequence = sequence;
        this.call = call;
    }

    @Override
    public void run() {
        intake.accept(this);
    }

    Proposal proposal(Origin origin) {
        return new Proposal(origin, call.actor(), call.request(), call.command());
    }

    /** Returns the session whose calls are serialized, or null if the order is free. */
    @Nullable
    SessionId gate() {
        Command<?> command = call.command();
        return switch (command) {
            case LocksCommand.Abandon _ -> null;
            case LocksCommand.OfClient<?> c -> c.session();
            case SessionCommand<?> _, MemberCommand _, PoolsCommand<?> _, ClaimsCommand<?> _ ->
                null;
            case EntitiesCommand<?> _, NodesCommand<?> _, ResourceCommand<?> _ -> null;
        };
    }
}
