package io.holdfast.core.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes contract: work nodes with their edges, and leases on them. (The commands about the
 * server's own nodes are {@link MemberCommand}.)
 */
public sealed interface WorkCommand extends Command {

    String tenant();

    /** Who acts. */
    WorkAuthor by();

    /** A command about one work node, named by its id. */
    sealed interface OnNode extends WorkCommand {
        String id();
    }

    /**
     * Writes a whole node.
     *
     * @param onlyVersion the version that it replaces; zero where there must be none
     */
    record Write(String tenant, WorkAuthor by, String id, WorkText text, long onlyVersion)
            implements OnNode {}

    /** Adds an edge; both nodes must exist. */
    record Join(String tenant, WorkAuthor by, String id, WorkEdge edge) implements OnNode {}

    /** Takes an edge away, whatever its attributes are. */
    record Part(String tenant, WorkAuthor by, String id, String type, String to)
            implements OnNode {}

    /**
     * Sets one field. A status that claims takes the lease as well, where nobody else has it.
     *
     * @param stamps further lines of the front matter that go with it
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

    /** Takes the lease, or renews one's own. A different nonce is another dispatch. */
    record Claim(
            String tenant,
            WorkAuthor by,
            String id,
            @Nullable String session,
            @Nullable String nonce)
            implements OnNode {}

    /** The heartbeat of a live lease. */
    record Renew(
            String tenant,
            WorkAuthor by,
            String id,
            @Nullable String session) implements OnNode {}

    /** Stretches a live lease by that long, up to the tenant's maximum. */
    record Extend(
            String tenant,
            WorkAuthor by,
            String id,
            long byNanos,
            @Nullable String session) implements OnNode {}

    /** Parks a live lease for the grace window, so that its holder can come back to it. */
    record Reserve(
            String tenant,
            WorkAuthor by,
            String id,
            @Nullable String session) implements OnNode {}

    /** Gives the lease and one's own assigned edge back. */
    record Release(String tenant, WorkAuthor by, String id) implements OnNode {}

    /** Keeps a token with which an agent acts for the person that owns it. */
    record MintToken(
            String tenant,
            WorkAuthor by,
            String id,
            TokenDigest digest,
            @Nullable String session,
            long ttlNanos)
            implements OnNode {}

    /** Binds an agent's token to the one run that it is used by. */
    record BindSession(String tenant, WorkAuthor by, TokenDigest digest, String session)
            implements WorkCommand {}
}
