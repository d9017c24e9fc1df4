package io.holdfast.core.query;

import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.NodeType;
import io.holdfast.core.value.NodeVersion;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.TokenDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Any read of the machine's state. The type argument is the answer.
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

    /** The figures for metrics; constant time. */
    record Gauges() implements Query<GaugesAnswer> {}

    /** Finds a session of the tenant and the time it was last seen; null if it does not exist. */
    record FindSession(String tenant, SessionId session)
            implements Query<@Nullable SessionAnswer> {}

    /**
     * A page of one tenant's sessions, oldest first.
     *
     * @param owner of the session, or of one of its latest grants or places; null for all
     * @param after the page's first session has a higher number
     */
    record ListSessions(String tenant, @Nullable String owner, long after, int max)
            implements Query<SessionView.Page> {}

    /** Finds a session of the tenant by its number; null if it does not exist. */
    record ShowSession(String tenant, long number) implements Query<@Nullable SessionView> {}

    /**
     * Finds the id of a session, with which it can be closed. The answer is a credential and must
     * not be shown.
     */
    record FindSessionId(String tenant, long number) implements Query<@Nullable SessionId> {}

    /**
     * Some of the grants of an owner, of all APIs. A claim's owner is its creator, and the owner of
     * a node's lease is the person; slots of pools and locks of entities have no owner.
     *
     * @param after where to begin, as the previous answer said
     */
    record ListOwnedGrants(String tenant, String owner, ResourceAnswer.Place after, int max)
            implements Query<OwnedGrants> {}

    /** Finds one resource of any API with its holders and its queue; null if it does not exist. */
    record FindResource(ResourceName name) implements Query<@Nullable ResourceAnswer> {}

    /**
     * A page of the tenant's resources of all APIs.
     *
     * @param after where to begin, as the previous page said
     */
    record ListResources(
            String tenant,
            ResourceFilter filter,
            ResourceAnswer.Order order,
            ResourceAnswer.Place after,
            int max)
            implements Query<ResourceAnswer.Page> {}

    /**
     * A page of the tenant's past grants and waits of all APIs, resource by resource, the newest of
     * each first.
     *
     * @param period the grants that were held, and the waits that lasted, at some time of it
     * @param after where to begin, as the previous page said
     * @param max the page ends with the resource that reaches this number of rows
     */
    record ListHistory(String tenant, ResourceFilter filter, Period period, long after, int max)
            implements Query<ResourceAnswer.PastPage> {}

    /** A period of the wall clock; both ends are part of it. */
    record Period(long fromMillis, long toMillis) {
        public static final Period ALL = new Period(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Finds the pool with this name; null if it does not exist. */
    record FindPool(ResourceName name) implements Query<@Nullable PoolAnswer> {}

    record PoolAnswer(int count, int inUse) {}

    /** Finds one claim by its id; null if it does not exist. */
    record FindClaim(String tenant, long id) implements Query<@Nullable ClaimAnswer> {}

    /**
     * Finds the active claim on a resource. If none is active, finds the last one created there;
     * null if there is none.
     */
    record LastClaim(String tenant, String resource) implements Query<@Nullable ClaimAnswer> {}

    /**
     * A page of claims in the order of their ids.
     *
     * @param afterId where to begin, as the previous page said
     * @param skip number of matching claims to skip first
     */
    record ListClaims(String tenant, ClaimFilter filter, long afterId, long skip, int max)
            implements Query<ClaimsPage> {}

    /** The numbers of claims of all tenants. */
    record ClaimCounts(int active, int waiting, int finished) {}

    /** Finds one entity with its lock. */
    record FindEntity(String tenant, EntityType type, String entity)
            implements Query<EntityAnswer.Found> {}

    /** A page of the entities of a type, in the order of their creation. */
    record ListEntities(String tenant, EntityType type, long after)
            implements Query<EntityAnswer.Listed> {}

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
    record ListFaults(String tenant, EntityAnswer.Place from)
            implements Query<EntityAnswer.Items> {}

    /** Checks whether the client's write would succeed, with the same decision as a write. */
    record CheckWrite(
            String tenant,
            EntityType type,
            String entity,
            @Nullable ClientId client,
            EntityCollection collection)
            implements Query<EntityAnswer.Checked> {}

    /** Whether any entity of the tenant comes from a manifest. */
    record HasManifest(String tenant) implements Query<Boolean> {}

    /** Finds one node by its id; null if it does not exist. */
    record FindNode(String tenant, String id) implements Query<@Nullable NodeAnswer> {}

    /** Finds the ids without a node, from at most {@link #IDS_MAX} ids. */
    record FindMissing(String tenant, List<String> ids) implements Query<List<String>> {

        public static final int IDS_MAX = 1_000;

        public FindMissing {
            if (ids.size() > IDS_MAX) {
                throw new IllegalArgumentException("too many ids for one query: " + ids.size());
            }
            ids = List.copyOf(ids);
        }
    }

    /** A page of nodes in the order of their ids, beginning after the given one. */
    record ListNodes(String tenant, String afterId) implements Query<NodesPage> {}

    /** @param lastId where the next page begins; null if there is none */
    record NodesPage(List<NodeAnswer> nodes, @Nullable String lastId) {}

    /** A page of the agents that a person owns, in the order of their creation. */
    record ListAgents(String tenant, String person, long after) implements Query<AgentsPage> {}

    /** @param last where the next page begins, or {@link #END} */
    record AgentsPage(List<NodeVersion> agents, long last) {}

    /** The size of a tenant's graph, and a page of its projects in the order of their names. */
    record ReadGraph(String tenant, String afterProject) implements Query<GraphAnswer> {

        public ReadGraph(String tenant) {
            this(tenant, "");
        }
    }

    /**
     * @param head the number of writes to the graph
     * @param lastProject where the next page of projects begins; null if there is none
     */
    record GraphAnswer(
            int nodes,
            long head,
            List<String> projects,
            @Nullable String lastProject) {}

    /** Finds the agent and the person of a token; null if it is not, or no longer, valid. */
    record FindAgent(String tenant, TokenDigest digest) implements Query<@Nullable AgentAnswer> {}

    record AgentAnswer(
            String agent,
            String person,
            String name,
            @Nullable String session) {}

    /**
     * A page of the queue. A large queue needs several reads, whose counts add up.
     *
     * @param viewer the person that reads, who sees own leases but not those of others
     * @param assignee the person whose work to show, regardless of its holder; null for work that
     *     is available
     * @param types the types to show; empty for all
     */
    record ReadQueue(
            String tenant,
            String viewer,
            @Nullable String assignee,
            @Nullable String project,
            List<NodeType> types,
            List<NodeType> excluded,
            @Nullable String readiness,
            int offset,
            int limit,
            QueuePlace from)
            implements Query<NodeQueue> {

        public ReadQueue(
                String tenant,
                String viewer,
                @Nullable String assignee,
                @Nullable String project,
                List<NodeType> types,
                List<NodeType> excluded,
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

        /** Returns the same page, continued from the place. */
        public ReadQueue at(QueuePlace place) {
            return new ReadQueue(
                    tenant, viewer, assignee, project, types, excluded, readiness, offset, limit,
                    place);
        }
    }

    record SessionAnswer(long number, long seenNanos, long idleNanos) {}

    /**
     * @param connections sessions of every kind
     * @param sessions those that are not a connection of the line protocol
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
            List<UseGauges> use,
            MemoryGauges memory) {}

    /** The grants and waiters of one API. */
    record UseGauges(Space space, int held, int waiting) {}

    /**
     * The estimated heap of the state, and of two of its parts that have limits of their own.
     *
     * @param stateMax the memory budget; zero if there is none
     * @param outcomesMax {@code Long.MAX_VALUE} if there is no budget
     */
    record MemoryGauges(
            long state,
            long stateMax,
            long history,
            long historyMax,
            long outcomes,
            long outcomesMax) {}

    record PoolsGauges(int pools, int leases, int waiters) {}

    /** @param last where the next page begins, or {@link #END} */
    record StatsAnswer(int connections, List<KeyRow> keys, long last) {}

    /**
     * One key; idle if it has neither holders nor waiters.
     *
     * @param holders the first {@link #HOLDERS_MAX} of them
     * @param held the number of holders
     * @param waitingSinceMillis when the head of the queue began to wait, by the wall clock; 0
     *     without waiters
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

        /** Maximum holders listed per key. The others are only counted. */
        public static final int HOLDERS_MAX = 1_000;
    }

    /** A holder, with the wall clock time of its grant, its remaining lease, its fence and slot. */
    record HolderRow(
            long session,
            @Nullable String owner,
            long sinceMillis,
            long remainingNanos,
            long fence,
            int slot) {}
}
