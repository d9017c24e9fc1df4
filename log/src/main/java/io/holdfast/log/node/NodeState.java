package io.holdfast.log.node;

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

    /** Whether nothing is decided here any more, whatever comes. */
    boolean over() {
        return switch (this) {
            case STARTING, RUNNING, REJOINING, DRAINING -> false;
            case STORAGE_FAILED, REMOVED, CLOSED -> true;
        };
    }
}
