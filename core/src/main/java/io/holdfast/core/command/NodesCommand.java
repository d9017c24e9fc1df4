package io.holdfast.core.command;

import io.holdfast.core.outcome.NodesOutcome;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeField;
import io.holdfast.core.value.NodeLine;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.TokenDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commands of the nodes API: nodes with their edges, and leases on them. (Commands of the server's
 * members are {@link MemberCommand}.)
 */
public sealed interface NodesCommand<O extends NodesOutcome> extends Command<O> {

    String tenant();

    /** Returns the identity that acts. */
    NodeAuthor by();

    /** A command for one node, identified by its id. */
    sealed interface OnNode<O extends NodesOutcome> extends NodesCommand<O> {
        String id();
    }

    /**
     * Writes a whole node.
     *
     * @param onlyVersion the version that it replaces; zero if the node must not exist
     */
    record Write(String tenant, NodeAuthor by, String id, NodeText text, long onlyVersion)
            implements OnNode<NodesOutcome.Change> {}

    /** Adds an edge. Both nodes must exist. */
    record Join(String tenant, NodeAuthor by, String id, NodeEdge edge)
            implements OnNode<NodesOutcome.Change> {}

    /** Removes an edge, regardless of its attributes. */
    record Part(String tenant, NodeAuthor by, String id, String type, String to)
            implements OnNode<NodesOutcome.Change> {}

    /**
     * Sets one field. A status that claims also acquires the lease, if it is free.
     *
     * @param stamps further front matter lines to set with it
     */
    record Mark(
            String tenant,
            NodeAuthor by,
            String id,
            NodeField field,
            String value,
            List<NodeLine> stamps)
            implements OnNode<NodesOutcome.Change> {

        public Mark {
            stamps = List.copyOf(stamps);
        }
    }

    /** Acquires the lease, or renews the caller's own. A different nonce is another dispatch. */
    record Claim(
            String tenant,
            NodeAuthor by,
            String id,
            @Nullable String session,
            @Nullable String nonce)
            implements OnNode<NodesOutcome.Change> {}

    /** Renews a live lease; the heartbeat of its holder. */
    record Renew(
            String tenant,
            NodeAuthor by,
            String id,
            @Nullable String session) implements OnNode<NodesOutcome.Change> {}

    /** Extends a live lease by a duration, up to the tenant's maximum. */
    record Extend(
            String tenant,
            NodeAuthor by,
            String id,
            long byNanos,
            @Nullable String session) implements OnNode<NodesOutcome.Change> {}

    /** Reserves a live lease for the grace period, so that its holder can resume later. */
    record Reserve(
            String tenant,
            NodeAuthor by,
            String id,
            @Nullable String session) implements OnNode<NodesOutcome.Change> {}

    /** Releases the lease and removes the caller's own assigned edge. */
    record Release(String tenant, NodeAuthor by, String id)
            implements OnNode<NodesOutcome.Change> {}

    /** Stores a token with which an agent acts for its owner. */
    record MintToken(
            String tenant,
            NodeAuthor by,
            String id,
            TokenDigest digest,
            @Nullable String session,
            long ttlNanos)
            implements OnNode<NodesOutcome.Mint> {}

    /** Binds an agent's token to the one run that uses it. */
    record BindSession(String tenant, NodeAuthor by, TokenDigest digest, String session)
            implements NodesCommand<NodesOutcome.Bind> {}
}
