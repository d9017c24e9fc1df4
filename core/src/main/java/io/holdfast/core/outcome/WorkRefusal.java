package io.holdfast.core.outcome;

/** Why a work node was not changed. The order is part of the formats: only append. */
public enum WorkRefusal {
    NO_NODE,
    /** The node at the other end of an edge is not there. */
    NO_TARGET,
    /** A node of that id exists. */
    EXISTS,
    /** The node has changed since that version. */
    STALE,
    NOT_CLAIMABLE,
    /** Work on the node is over. */
    NOT_READY,
    /** Another person, or another dispatch of the same one, has the lease. */
    HELD,
    /** The caller has no live lease. */
    LEASE_LOST,
    /** The type has no such status. */
    NO_STATUS,
    /** Nothing resolves the node. */
    UNRESOLVED,
    /** The agent is another's. */
    NOT_OWNER,
    /** The token is no agent's. */
    NO_TOKEN,
    /** The token is bound to another run. */
    OTHER_SESSION,
    /** The node has as many edges as a node may have. */
    EDGES_MAX
}
