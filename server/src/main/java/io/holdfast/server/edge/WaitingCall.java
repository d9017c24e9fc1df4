package io.holdfast.server.edge;

import io.holdfast.core.command.Command;
import io.holdfast.core.command.Origin;
import io.holdfast.core.command.RequestId;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.log.node.Call;
import io.holdfast.log.node.Node;

import org.jspecify.annotations.Nullable;

/**
 * A request that may wait, from its submission to its reply, whatever it came over. Where the
 * client hangs up, its wait is abandoned, and so is what it was given and can no longer hear of.
 */
public abstract class WaitingCall implements Call {

    private final Node node;
    private final @Nullable RequestId request;
    private long sequence;

    // Each side writes its own field before it reads the other's. So whichever comes second sees
    // the first, and a grant that meets a hang-up is passed on by at least one of them; twice does
    // no harm.
    private volatile @Nullable Outcome outcome;
    private volatile boolean hungUp;

    // The same holds for these two.
    private volatile boolean parked;
    private volatile boolean inputEnded;

    protected WaitingCall(Node node, @Nullable RequestId request) {
        this.node = node;
        this.request = request;
    }

    /** Takes the outcome to the client, on whatever thread the node is running. */
    protected abstract void answer(Outcome outcome);

    /** Ends the client's connection, from any thread. */
    protected abstract void drop();

    /**
     * The command that gives up what the call waits for or was given.
     *
     * @param known the call's outcome, where it came before the hang-up
     * @return null where that outcome leaves nothing to give up
     */
    protected abstract @Nullable Command abandonment(Origin call, @Nullable Outcome known);

    /** Submits the command; must be called on the client's event loop, and once. */
    public final void submit() {
        sequence = node.submit(this);
    }

    @Override
    public final @Nullable RequestId request() {
        return request;
    }

    @Override
    public final void reply(Outcome outcome) {
        this.outcome = outcome;
        if (hungUp || parked && inputEnded) {
            abandon(outcome);
        } else {
            answer(outcome);
        }
    }

    /** The client is gone. Runs on its event loop, after {@link #submit} has set the sequence. */
    public final void hangUp() {
        hungUp = true;
        abandon(outcome);
    }

    @Override
    public final void parked() {
        parked = true;
        if (inputEnded) {
            drop();
        }
    }

    /**
     * The client sends nothing any more, on its event loop. It still hears what is decided at once,
     * but whoever has to wait and does not listen for more counts as gone.
     */
    public final void inputEnded() {
        inputEnded = true;
        if (parked) {
            drop();
        }
    }

    private void abandon(@Nullable Outcome known) {
        Command command = abandonment(node.origin(sequence), known);
        if (command != null) {
            // Whether there was still something to give up concerns nobody.
            node.submit(new SimpleCall(actor(), null, command, any -> {}));
        }
    }
}
