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
    CLOSED
}
