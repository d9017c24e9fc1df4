package io.holdfast.server.edge;

import io.holdfast.core.command.Command;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.log.engine.Call;
import io.holdfast.log.engine.Engine;

import org.jspecify.annotations.Nullable;

/**
 * A request that may wait, from its submission to its reply, over any protocol. If the client
 * disconnects, its wait is abandoned, and so is a grant that can no longer be delivered.
 */
public abstract class WaitingCall implements Call {

    private final Engine engine;
    private final @Nullable RequestId request;
    private long sequence;

    // Each side writes its own field before it reads the other's. So the second one always sees the
    // first, and at least one of them passes on a grant that races with a disconnect; doing so
    // twice is harmless.
    private volatile @Nullable Outcome outcome;
    private volatile boolean hungUp;

    // The same applies to these two.
    private volatile boolean parked;
    private volatile boolean inputEnded;

    protected WaitingCall(Engine engine, @Nullable RequestId request) {
        this.engine = engine;
        this.request = request;
    }

    /** Sends the outcome to the client; called on any thread that runs the engine. */
    protected abstract void answer(Outcome outcome);

    /** Closes the client's connection, from any thread. */
    protected abstract void drop();

    /**
     * Returns the command that abandons the call's wait or grant.
     *
     * @param known the call's outcome, if it came before the disconnect
     * @return null if that outcome leaves nothing to abandon
     */
    protected abstract @Nullable Command abandonment(Origin call, @Nullable Outcome known);

    /** Submits the command; must be called on the client's event loop, and once. */
    public final void submit() {
        sequence = engine.submit(this);
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

    /**
     * Called when the client has disconnected, on its event loop, after {@link #submit} has set the
     * sequence.
     */
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
     * Called on the event loop when the client has stopped sending. It still gets an immediate
     * outcome, but a waiting client that has closed its sending side counts as disconnected.
     */
    public final void inputEnded() {
        inputEnded = true;
        if (parked) {
            drop();
        }
    }

    private void abandon(@Nullable Outcome known) {
        Command command = abandonment(engine.origin(sequence), known);
        if (command != null) {
            // The outcome is not needed: there may be nothing left to abandon.
            engine.submit(new SimpleCall(actor(), null, command, any -> {}));
        }
    }
}
