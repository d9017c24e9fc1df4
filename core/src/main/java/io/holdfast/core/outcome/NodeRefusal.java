package io.holdfast.core.outcome;

/** Why a node was not changed. The order is part of the formats: only append. */
public enum NodeRefusal {
    NO_NODE,
    /** The node at the other end of an edge does not exist. */
    NO_TARGET,
    /** A node with this id exists. */
    EXISTS,
    /** The node has changed since that version. */
    STALE,
    NOT_CLAIMABLE,
    /** Work on the node has ended. */
    NOT_READY,
    /** Another person, or another dispatch of the same person, holds the lease. */
    HELD,
    /** The caller has no live lease. */
    LEASE_LOST,
    /** The type does not have this status. */
    NO_STATUS,
    /** No node resolves it. */
    UNRESOLVED,
    /** The agent belongs to another person. */
    NOT_OWNER,
    /** The token is not an agent's. */
    NO_TOKEN,
    /** The token is bound to another run. */
    OTHER_SESSION,
    /** The node has the maximum number of edges. */
    EDGES_MAX
}
