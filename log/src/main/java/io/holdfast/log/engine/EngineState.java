package io.holdfast.log.engine;

import io.holdfast.core.outcome.Refusal;

import org.jspecify.annotations.Nullable;

/** What a member can do for its clients at the moment. */
public enum EngineState {
    STARTING,
    RUNNING,
    /** It lost contact, so its clients count as disconnected; it begins a new incarnation. */
    REJOINING,
    /** It stops gracefully and rejects new calls. */
    DRAINING,
    /** The log has failed; only a restart helps. */
    STORAGE_FAILED,
    /** The cluster has removed it. */
    REMOVED,
    CLOSED;

    /**
     * Returns why a call is rejected; null if calls are accepted.
     *
     * @param atStart the reason during the start
     */
    @Nullable
    Refusal refusal(Refusal atStart) {
        return switch (this) {
            case RUNNING -> null;
            case STARTING -> atStart;
            case REJOINING -> Refusal.NO_LEADER;
            case DRAINING, CLOSED -> Refusal.DRAINING;
            case STORAGE_FAILED -> Refusal.STORAGE_FAILED;
            case REMOVED -> Refusal.REMOVED;
        };
    }

    /** Returns whether this state is final. */
    boolean over() {
        return switch (this) {
            case STARTING, RUNNING, REJOINING, DRAINING -> false;
            case STORAGE_FAILED, REMOVED, CLOSED -> true;
        };
    }
}
