package io.holdfast.server.edge;

import io.holdfast.core.command.Actor;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.Origin;
import io.holdfast.core.command.RequestId;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.log.node.Call;
import io.holdfast.log.node.Node;
import io.holdfast.server.http.Exchange;

import org.jspecify.annotations.Nullable;

/**
 * A request that may wait, from its submission to its reply. Where the client hangs up, its wait is
 * abandoned, and so is what it was given and can no longer hear of.
 */
public final class WaitingCall implements Call {

    /** What a dialect makes of an outcome, and of a client that is gone. */
    public interface Manner {

        Command command();

        /** Sends the outcome to the client; on whatever thread the node runs. */
        void reply(Outcome outcome);

        /**
         * The command that gives up what the call waits for or was given.
         *
         * @param known the call's outcome, where it came before the hang-up
         * @return null where that outcome leaves nothing to give up
         */
        @Nullable
        Command abandon(Origin call, @Nullable Outcome known);
    }

    private final Node node;
    private final Actor actor;
    private final @Nullable RequestId request;
    private final Manner manner;
    private long sequence;

    // Each side writes its own field before it reads the other's. So whichever comes second sees
    // the first, and a grant that meets a hang-up is passed on by at least one of them; twice does
    // no harm.
    private volatile @Nullable Outcome outcome;
    private volatile boolean hungUp;

    private WaitingCall(Node node, Actor actor, @Nullable RequestId request, Manner manner) {
        this.node = node;
        this.actor = actor;
        this.request = request;
        this.manner = manner;
    }

    /** Submits the command; must be called on the exchange's event loop. */
    public static void submit(
            Node node, Exchange exchange, Actor actor, @Nullable RequestId request, Manner manner) {
        WaitingCall call = new WaitingCall(node, actor, request, manner);
        call.sequence = node.submit(call);
        exchange.onHangUp(call::hangUp);
    }

    @Override
    public Actor actor() {
        return actor;
    }

    @Override
    public @Nullable RequestId request() {
        return request;
    }

    @Override
    public Command command() {
        return manner.command();
    }

    @Override
    public void reply(Outcome outcome) {
        this.outcome = outcome;
        if (hungUp) {
            abandon(outcome);
        } else {
            manner.reply(outcome);
        }
    }

    /** Runs on the event loop, after {@link #submit} has set the sequence. */
    private void hangUp() {
        hungUp = true;
        abandon(outcome);
    }

    private void abandon(@Nullable Outcome known) {
        Command command = manner.abandon(node.origin(sequence), known);
        if (command != null) {
            // Whether there was still something to give up concerns nobody.
            node.submit(new SimpleCall(actor, null, command, any -> {}));
        }
    }
}
