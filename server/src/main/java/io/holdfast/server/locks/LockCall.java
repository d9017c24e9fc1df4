package io.holdfast.server.locks;

import io.holdfast.core.command.Actor;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.RequestId;
import io.holdfast.core.command.Token;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.log.node.Call;
import io.holdfast.log.node.Node;

import org.jspecify.annotations.Nullable;

/**
 * One request for a key, from its submission to its reply, whatever it came over. Where the client
 * hangs up, its wait is abandoned, and so is a grant that it can no longer hear of.
 */
public abstract class LockCall implements Call {

    private final Node node;
    private final LocksCommand command;
    private final @Nullable RequestId request;
    private long sequence;

    // Each side writes its own field before it reads the other's. So whichever comes second sees
    // the first, and a grant that meets a hang-up is passed on by at least one of them; twice does
    // no harm.
    private volatile @Nullable Outcome outcome;
    private volatile boolean hungUp;

    protected LockCall(Node node, LocksCommand command, @Nullable RequestId request) {
        this.node = node;
        this.command = command;
        this.request = request;
    }

    /** Takes the outcome to the client, on whatever thread the node is running. */
    protected abstract void answer(Outcome outcome);

    /** Submits the command; must be called on the client's event loop, and once. */
    public final void submit() {
        sequence = node.submit(this);
    }

    @Override
    public final @Nullable RequestId request() {
        return request;
    }

    @Override
    public final LocksCommand command() {
        return command;
    }

    @Override
    public final void reply(Outcome outcome) {
        this.outcome = outcome;
        if (hungUp) {
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

    /**
     * The client sends nothing any more and waits no longer, but still hears what was decided
     * before it said so.
     */
    public final void stopWaiting() {
        if (outcome == null) {
            abandon(null);
        }
    }

    private void abandon(@Nullable Outcome known) {
        Token granted = known instanceof Outcome.Granted grant ? grant.token() : null;
        boolean settled = known != null && granted == null && !(known instanceof Outcome.Queued);
        if (settled) {
            return;
        }
        node.submit(new Abandonment(
                actor(),
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
