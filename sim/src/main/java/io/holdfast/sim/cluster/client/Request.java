package io.holdfast.sim.cluster.client;

import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.Token;

import org.jspecify.annotations.Nullable;

/**
 * What a client asks for, in however many attempts.
 *
 * @param id null if the client sends no request id
 */
record Request<O extends Outcome>(
        Command<O> command, @Nullable RequestId id, long waitNanos, Abandonment<O> abandonment) {

    /** Creates the command that abandons a call, as the edge of each API does. */
    interface Abandonment<O extends Outcome> {
        @Nullable
        Command<?> of(Origin call, @Nullable O known, @Nullable RequestId request);
    }

    static <O extends Outcome> Request<O> of(Command<O> command, @Nullable RequestId id) {
        return new Request<>(command, id, 0, (call, known, request) -> null);
    }

    static <O extends Outcome> Request<O> ofLock(
            LocksCommand.OfClient<?> lock, Command<O> command, @Nullable RequestId id, long wait) {
        return new Request<>(command, id, wait, (call, known, request) -> {
            Token granted = known instanceof Outcome.Granted grant ? grant.token() : null;
            boolean settled =
                    known != null && granted == null && !(known instanceof Outcome.Queued);
            return settled
                    ? null
                    : new LocksCommand.Abandon(
                            lock.name(), lock.kind(), lock.session(), call, granted, request);
        });
    }

    static <O extends Outcome> Request<O> ofBorrow(
            PoolsCommand.Borrow borrow, Command<O> command, @Nullable RequestId id) {
        return new Request<>(command, id, borrow.waitNanos(), (call, known, request) -> {
            boolean settled = known != null && !(known instanceof Outcome.Lent);
            return settled
                    ? null
                    : new PoolsCommand.Abandon(
                            borrow.name(),
                            call,
                            known instanceof Outcome.Lent lent ? lent.lease() : null,
                            request);
        });
    }
}
