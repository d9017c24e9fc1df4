package io.holdfast.log.node;

import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Origin;
import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.SessionId;
import io.holdfast.core.command.WorkCommand;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A call with its number, from the moment it comes until it is answered. */
final class Submission implements Runnable {

    final Node node;
    final long sequence;
    final Call call;

    /** Whether its command is applied and its outcome comes later. */
    boolean parked;

    /** The gate's own notes: how many are inside with it, beside whom it went in, who is behind. */
    int inside;

    @Nullable
    Submission beside;

    @Nullable
    ArrayDeque<Submission> behind;

    Submission(Node node, long sequence, Call call) {
        this.node = node;
        this.sequence = sequence;
        this.call = call;
    }

    @Override
    public void run() {
        node.accept(this);
    }

    Proposal proposal(Origin origin) {
        return new Proposal(origin, call.actor(), call.request(), call.command());
    }

    /** The session whose calls must come one after the other, or null where the order is free. */
    @Nullable
    SessionId gate() {
        Command command = call.command();
        return switch (command) {
            case LocksCommand.Abandon _ -> null;
            case LocksCommand c -> c.session();
            case SessionCommand _, MemberCommand _, PoolsCommand _, ClaimsCommand _ -> null;
            case EntitiesCommand _, WorkCommand _, ResourceCommand _ -> null;
        };
    }
}
