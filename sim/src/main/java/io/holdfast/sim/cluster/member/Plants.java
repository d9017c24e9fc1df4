package io.holdfast.sim.cluster.member;

import io.holdfast.core.command.Command;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.RequestId;
import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;
import io.holdfast.log.raft.ClusterOptions;
import io.holdfast.log.raft.StoredGroup;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What stands between the real classes and the simulated world. Tests replace it to plant bugs; the
 * real classes have no switch for any.
 */
public interface Plants {

    /** Plants nothing. */
    Plants NONE = new Plants() {};

    /** Returns the log that the member's engine gets. */
    default CommitLog log(String member, SimLog log) {
        return log;
    }

    /** Returns the clock that the member's engine and the protocol get. */
    default Clock clock(String member, Clock clock) {
        return clock;
    }

    /** Returns the command that the edge submits. */
    default <O extends Outcome> Command<O> command(Command<O> command) {
        return command;
    }

    /** Returns the request id that the edge submits. */
    default @Nullable RequestId request(@Nullable RequestId request) {
        return request;
    }

    /** Returns whether the edge abandons the calls of clients that have disconnected. */
    default boolean hearsHangUps() {
        return true;
    }

    /** Returns whether the edge ends the waits of a revoked token. */
    default boolean endsRevokedWaits() {
        return true;
    }

    /** Compares a member's flags with its directory, as every start does. */
    default ClusterOptions reconcile(StoredGroup directory, ClusterOptions flags)
            throws IOException {
        return directory.reconcile(flags);
    }

    /** Returns the outcome that a client is told. */
    default Outcome told(Outcome outcome) {
        return outcome;
    }

    /** Returns whether the edge answers reads from the applied state. */
    default boolean readsStale() {
        return false;
    }

    /** Returns when a client's lease began, by what it knows. */
    default long leaseFromNanos(long sentNanos, long toldNanos) {
        return sentNanos;
    }
}
