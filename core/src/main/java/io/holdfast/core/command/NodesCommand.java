package io.holdfast.core.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commands of the nodes API: nodes with their edges, and leases on them. (Commands of the server's
 * members are {@link MemberCommand}.)
 */
public sealed interface WorkCommand extends Command {

    String tenant();

    /** Returns the identity that acts. */
    WorkAuthor by();

    /** A command for one node, identified by its id. */
    sealed interface OnNode extends WorkCommand {
        String id();
    }

    /**
     * Writes a whole node.
     *
     * @param onlyVersion the version that it replaces; zero if the node must not exist
     */
    record Write(String tenant, WorkAuthor by, String id, WorkText text, long onlyVersion)
            implements OnNode {}

    /** Adds an edge. Both nodes must exist. */
    record Join(String tenant, WorkAuthor by, String id, WorkEdge edge) implements OnNode {}

    /** Removes an edge, regardless of its attributes. */
    record Part(String tenant, WorkAuthor by, String id, String type, String to)
            implements OnNode {}

    /**
     * Sets one field. A status that claims also acquires the lease, if it is free.
     *
     * @param stamps further front matter lines to set with it
     */
    record Mark(
            String tenant,
            WorkAuthor by,
            String id,
            WorkField field,
            String value,
            List<WorkLine> stamps)
            implements OnNode {

        public Mark {
            stamps = List.copyOf(stamps);
        }
    }

    /** Acquires the lease, or renews the caller's own. A different nonce is another dispatch. */
    record Claim(
            String tenant,
            WorkAuthor by,
            String id,
            @Nullable String session,
            @Nullable String nonce)
            implements OnNode {}

    /** Renews a live lease; the heartbeat of its holder. */
    record Renew(
            String tenant,
            WorkAuthor by,
            String id,
            @Nullable String session) implements OnNode {}

    /** Extends a live lease by a duration, up to the tenant's maximum. */
    record Extend(
            String tenant,
            WorkAuthor by,
            String id,
            long byNanos,
            @Nullable String session) implements OnNode {}

    /** Reserves a live lease for the grace period, so that its holder can resume later. */
    record Reserve(
            String tenant,
            WorkAuthor by,
            String id,
            @Nullable String session) implements OnNode {}

    /** Releases the lease and removes the caller's own assigned edge. */
    record Release(String tenant, WorkAuthor by, String id) implements OnNode {}

    /** Stores a token with which an agent acts for its owner. */
    record MintToken(
            String tenant,
            WorkAuthor by,
            String id,
            TokenDigest digest,
            @Nullable String session,
            long ttlNanos)
            implements OnNode {}

    /** Binds an agent's token to the one run that uses it. */
    record BindSession(String tenant, WorkAuthor by, TokenDigest digest, String session)
            implements WorkCommand {}
}
