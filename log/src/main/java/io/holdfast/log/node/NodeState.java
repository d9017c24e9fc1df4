package io.holdfast.log.node;

import io.holdfast.core.outcome.Refusal;

import org.jspecify.annotations.Nullable;

/** What a node can do for its clients at the moment. */
public enum NodeState {
    STARTING,
    RUNNING,
    /** It lost touch with the other nodes, which count its clients as gone; it begins anew. */
    REJOINING,
    /** It stops in good order and takes no new calls. */
    DRAINING,
    /** The log can keep nothing any more; only a restart helps. */
    STORAGE_FAILED,
    /** The other nodes took it out of the cluster and go on without it. */
    REMOVED,
    CLOSED;

    /** Why a call is refused; null if calls are taken. */
    @Nullable
    Refusal refusal(boolean alone) {
        return switch (this) {
            case RUNNING -> null;
            // A member of a group answers clients while it waits for the others.
            case STARTING -> alone ? Refusal.DRAINING : Refusal.NO_LEADER;
            case REJOINING -> Refusal.NO_LEADER;
            case DRAINING, CLOSED -> Refusal.DRAINING;
            case STORAGE_FAILED -> Refusal.STORAGE_FAILED;
            case REMOVED -> Refusal.REMOVED;
        };
    }

    /** Whether nothing is decided here any more, whatever comes. */
    boolean over() {
        return switch (this) {
            case STARTING, RUNNING, REJOINING, DRAINING -> false;
            case STORAGE_FAILED, REMOVED, CLOSED -> true;
        };
    }
}
