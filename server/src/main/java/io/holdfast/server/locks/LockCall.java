package io.holdfast.server.locks;

import io.holdfast.core.command.Actor;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.RequestId;
import io.holdfast.core.command.Token;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.log.node.Call;
import io.holdfast.log.node.Node;
import io.holdfast.server.http.Exchange;

import org.jspecify.annotations.Nullable;

/**
 * One request for a key, from its submission to its reply. Where the client hangs up, its wait is
 * abandoned, and so is a grant that it can no longer hear of.
 */
final class LockCall implements Call {

    private final Node node;
    private final Exchange exchange;
    private final LocksCommand command;
    private final @Nullable RequestId request;
    private long sequence;

    // Each side writes its own field before it reads the other's. So whichever comes second sees
    // the
    // first, and a grant that meets a hang-up is passed on by at least one of them; twice does no
    // harm.
    private volatile @Nullable Outcome outcome;
    private volatile boolean hungUp;

    private LockCall(
            Node node, Exchange exchange, LocksCommand command, @Nullable RequestId request) {
        this.node = node;
        this.exchange = exchange;
        this.command = command;
        this.request = request;
    }

    /** Submits the command; must be called on the exchange's event loop. */
    static void submit(
            Node node,
            Exchange exchange,
            Operation operation,
            LocksCommand command,
            @Nullable RequestId request) {
        LockCall call = new LockCall(node, exchange, command, request);
        call.sequence = node.submit(call);
        if (operation.leavesTraces()) {
            exchange.onHangUp(call::hangUp);
        }
    }

    @Override
    public Actor actor() {
        return exchange.actor();
    }

    @Override
    public @Nullable RequestId request() {
        return request;
    }

    @Override
    public Command command() {
        return command;
    }

    @Override
    public void reply(Outcome outcome) {
        this.outcome = outcome;
        if (hungUp) {
            abandon(outcome);
        } else {
            Replies.send(exchange, outcome, command instanceof LocksCommand.Enqueue);
        }
    }

    /** Runs on the event loop, after {@link #submit} has set the sequence. */
    private void hangUp() {
        hungUp = true;
        abandon(outcome);
    }

    private void abandon(@Nullable Outcome known) {
        Token granted = known instanceof Outcome.Granted grant ? grant.token() : null;
        boolean settled = known != null && granted == null && !(known instanceof Outcome.Queued);
        if (settled) {
            return;
        }
        node.submit(new Abandonment(
                exchange.actor(),
                new LocksCommand.Abandon(
                        command.name(),
                        command.kind(),
                        command.session(),
                        node.origin(sequence),
                        granted,
                        request)));
    }

    /** Nobody waits for its outcome. */
    private record Abandonment(Actor actor, Command command) implements Call {

        @Override
        public @Nullable RequestId request() {
            return null;
        }

        @Override
        public void reply(Outcome outcome) {
            // Whether there was still something to give up concerns nobody.
        }
    }
}
