package io.holdfast.server.edge;

import io.holdfast.core.command.Command;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.log.engine.Call;
import io.holdfast.log.engine.Engine;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A request that may wait, from its submission to its reply, over any protocol. If the client
 * disconnects, its wait is abandoned, and so is a grant that can no longer be delivered.
 */
public abstract class WaitingCall<O extends Outcome> implements Call<O> {

    /** Creates the command that abandons the wait or the grant of a call. */
    @FunctionalInterface
    public interface Abandonment<O extends Outcome> {

        /**
         * Creates the command.
         *
         * @param call the origin of the abandoned command
         * @param known its outcome, if it came before the disconnect
         * @param request its request id, if it has one
         * @return null if that outcome leaves nothing to abandon
         */
        @Nullable
        Command<?> of(Origin call, @Nullable O known, @Nullable RequestId request);
    }

    /**
     * An undo must arrive while the answer to the call's request id is kept: it spares a grant that
     * a retry of the client got as well.
     */
    private static final long UNDO_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);

    private final Engine engine;
    private final @Nullable RequestId request;
    private final Command<O> command;
    private final Abandonment<O> abandonment;
    private long sequence;

    // Each side writes its own field before it reads the other's. So the second one always sees the
    // first, and at least one of them passes on a grant that races with a disconnect; doing so
    // twice is harmless.
    private volatile @Nullable O outcome;
    private volatile boolean hungUp;

    // The same applies to these two.
    private volatile boolean parked;
    private volatile boolean inputEnded;

    protected WaitingCall(
            Engine engine,
            @Nullable RequestId request,
            Command<O> command,
            Abandonment<O> abandonment) {
        this.engine = engine;
        this.request = request;
        this.command = command;
        this.abandonment = abandonment;
    }

    /** Sends the outcome to the client; called on any thread that runs the engine. */
    protected abstract void answer(O outcome);

    /** Called when the outcome depends on other clients, on any thread that runs the engine. */
    protected void waiting() {}

    /** Closes the client's connection, from any thread. */
    protected abstract void drop();

    /** Submits the command; must be called on the client's event loop, and once. */
    public final void submit() {
        sequence = engine.submit(this);
    }

    @Override
    public final @Nullable RequestId request() {
        return request;
    }

    @Override
    public Command<O> command() {
        return command;
    }

    @Override
    public final void reply(O outcome) {
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
        waiting();
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

    private void abandon(@Nullable O known) {
        Command<?> undo = abandonment.of(engine.origin(sequence), known, request);
        if (undo != null) {
            // The outcome is not needed: there may be nothing left to abandon.
            engine.settle(actor(), undo, UNDO_NANOS_MAX);
        }
    }
}
