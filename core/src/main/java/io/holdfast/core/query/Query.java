package io.holdfast.core.query;

import io.holdfast.core.command.ClientId;
import io.holdfast.core.command.EntityCollection;
import io.holdfast.core.command.EntityType;
import io.holdfast.core.command.KeyKind;
import io.holdfast.core.command.ResourceName;
import io.holdfast.core.command.SessionId;
import io.holdfast.core.command.TokenDigest;
import io.holdfast.core.command.WorkType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be asked of the machine without changing it. The type argument is the answer.
 *
 * <p>A query visits a bounded number of rows. Lists are read page by page: an answer says where the
 * next page begins. A row that exists while all pages are read is in exactly one of them.
 */
public sealed interface Query<A extends @Nullable Object> {

    /** Stands for the row number after the last row of a list. */
    long END = Long.MAX_VALUE;

    /**
     * A page of one tenant's keys with their holders and queue lengths, oldest key first.
     *
     * @param part the keys to list; null for all
     * @param after the page's first key has a higher number
     */
    record LocksStats(String tenant, @Nullable StatsPart part, long after)
            implements Query<StatsAnswer> {

        public LocksStats(String tenant) {
            this(tenant, null, 0);
        }
    }

    /** The keys of one kind that are in use, or those that are idle. */
    record StatsPart(KeyKind kind, boolean idle) {}

    /** The figures that metrics show; constant time. */
    record Gauges() implements Query<GaugesAnswer> {}

    /** Whether a session of the tenant lives, and when it was last heard of; null where not. */
    record FindSession(String tenant, SessionId session)
            implements Query<@Nullable SessionAnswer> {}

    /** The pool of that name as it is now; null where there is none. */
    record FindPool(ResourceName name) implements Query<@Nullable PoolAnswer> {}

    record PoolAnswer(int count, int inUse) {}

    /** One claim by its id; null where there is none. */
    record FindClaim(String tenant, long id) implements Query<@Nullable ClaimAnswer> {}

    /**
     * A page of claims in the order of their ids, at most so many.
     *
     * @param afterId where to begin, as the last part said
     * @param skip how many fitting claims to leave out first
     */
    record ListClaims(String tenant, ClaimFilter filter, long afterId, long skip, int max)
            implements Query<ClaimsPage> {}

    /** How many claims all tenants have. */
    record ClaimCounts(int active, int waiting, int finished) {}

    /** One entity, with its lock. */
    record FindEntity(String tenant, EntityType type, String entity)
            implements Query<EntityAnswer.Found> {}

    /** A page of the entities of a type, in the order of their creation. */
    record ListEntities(String tenant, EntityType type, long after)
            implements Query<EntityAnswer.Listed> {

        public ListEntities(String tenant, EntityType type) {
            this(tenant, type, 0);
        }
    }

    /**
     * One item of an entity, or a page of its items.
     *
     * @param key the item's own key, or the prefix of the keys to list
     * @param after the page's first key is greater; empty for the first page
     */
    record FindItems(
            String tenant,
            EntityType type,
            String entity,
            EntityCollection collection,
            String key,
            boolean one,
            String after)
            implements Query<EntityAnswer.Items> {

        public FindItems(
                String tenant,
                EntityType type,
                String entity,
                EntityCollection collection,
                String key,
                boolean one) {
            this(tenant, type, entity, collection, key, one, "");
        }
    }

    /**
     * A page of the first segments of an entity's item keys, each of them once.
     *
     * @param after the last key that was passed; empty for the first page
     */
    record ListItemNames(
            String tenant,
            EntityType type,
            String entity,
            EntityCollection collection,
            String after)
            implements Query<EntityAnswer.ItemNames> {}

    /** A page of the faults of all entities, the oldest entity first. */
    record ListFaults(String tenant, EntityAnswer.Place from) implements Query<EntityAnswer.Items> {

        public ListFaults(String tenant) {
            this(tenant, EntityAnswer.Place.START);
        }
    }

    /** Whether the client's write would be made; the same decision as that of a write. */
    record CheckWrite(
            String tenant,
            EntityType type,
            String entity,
            @Nullable ClientId client,
            EntityCollection collection)
            implements Query<EntityAnswer.Checked> {}

    /** Whether any entity of the tenant comes from a manifest. */
    record HasManifest(String tenant) implements Query<Boolean> {}

    /** One work node by its id; null where there is none. */
    record FindWorkNode(String tenant, String id) implements Query<@Nullable WorkAnswer> {}

    /** Which of these ids are no nodes; at most {@link #IDS_MAX}. */
    record FindMissing(String tenant, List<String> ids) implements Query<List<String>> {

        public static final int IDS_MAX = 1_000;

        public FindMissing {
            if (ids.size() > IDS_MAX) {
                throw new IllegalArgumentException("too many ids for one query: " + ids.size());
            }
            ids = List.copyOf(ids);
        }
    }

    /** A page of work nodes in the order of their ids, beginning after that one. */
    record ListWorkNodes(String tenant, String afterId) implements Query<NodesPage> {}

    /** @param lastId where the next page begins; null if there is none */
    record NodesPage(List<WorkAnswer> nodes, @Nullable String lastId) {}

    /** A page of the agents that a person owns, in the order of their creation. */
    record ListAgents(String tenant, String person, long after) implements Query<AgentsPage> {}

    /** @param last where the next page begins, or {@link #END} */
    record AgentsPage(List<WorkView> agents, long last) {}

    /** How large a tenant's graph is, with a page of its projects in the order of their names. */
    record ReadGraph(String tenant, String afterProject) implements Query<GraphAnswer> {

        public ReadGraph(String tenant) {
            this(tenant, "");
        }
    }

    /**
     * @param head how often anything of it was written
     * @param lastProject where the next page of projects begins; null if there is none
     */
    record GraphAnswer(
            int nodes,
            long head,
            List<String> projects,
            @Nullable String lastProject) {}

    /** Who a token speaks for; null where it is no agent's, or no longer. */
    record FindAgent(String tenant, TokenDigest digest) implements Query<@Nullable AgentAnswer> {}

    record AgentAnswer(
            String agent,
            String person,
            String name,
            @Nullable String session) {}

    /**
     * A page of the queue. A large queue needs several reads, whose counts add up.
     *
     * @param viewer who asks, because everybody sees the own leases and nobody else's
     * @param assignee whose work to show, whoever holds it; null for what is there to be taken
     * @param types which types to show; empty for all of them
     */
    record ReadQueue(
            String tenant,
            String viewer,
            @Nullable String assignee,
            @Nullable String project,
            List<WorkType> types,
            List<WorkType> excluded,
            @Nullable String readiness,
            int offset,
            int limit,
            QueuePlace from)
            implements Query<WorkQueue> {

        public ReadQueue(
                String tenant,
                String viewer,
                @Nullable String assignee,
                @Nullable String project,
                List<WorkType> types,
                List<WorkType> excluded,
                @Nullable String readiness,
                int offset,
                int limit) {
            this(
                    tenant,
                    viewer,
                    assignee,
                    project,
                    types,
                    excluded,
                    readiness,
                    offset,
                    limit,
                    QueuePlace.START);
        }

        /** The same page, read on from there. */
        public ReadQueue at(QueuePlace place) {
            return new ReadQueue(
                    tenant, viewer, assignee, project, types, excluded, readiness, offset, limit,
                    place);
        }
    }

    record SessionAnswer(long number, long seenNanos, long idleNanos) {}

    /**
     * @param connections sessions of every sort
     * @param sessions those of them that are not a connection
     */
    record GaugesAnswer(
            int connections,
            int sessions,
            int keys,
            int locksHeld,
            int lockWaiters,
            int semaphoreHolders,
            int semaphoreWaiters,
            int ledger,
            long fence,
            PoolsGauges pools,
            ClaimCounts claims,
            long stateBytes,
            long stateBytesMax) {}

    record PoolsGauges(int pools, int leases, int waiters) {}

    /** @param last where the next page begins, or {@link #END} */
    record StatsAnswer(int connections, List<KeyRow> keys, long last) {}

    /**
     * One key; idle where nobody holds it or waits for it.
     *
     * @param holders the first {@link #HOLDERS_MAX} of them
     * @param held how many holders it has
     * @param waitingSinceMillis when the head of the line began to wait, wall clock; 0 if nobody
     *     does
     */
    record KeyRow(
            String key,
            KeyKind kind,
            int limit,
            List<HolderRow> holders,
            int held,
            int waiters,
            long waitingSinceMillis,
            long idleNanos) {

        /** A key may have very many holders; of those beyond this only the number is told. */
        public static final int HOLDERS_MAX = 1_000;
    }

    /** One holder: who, since when by the wall clock, for how much longer, under which fence. */
    record HolderRow(
            long session,
            @Nullable String owner,
            long sinceMillis,
            long remainingNanos,
            long fence) {}
}
