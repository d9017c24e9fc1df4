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
 */
public sealed interface Query<A extends @Nullable Object> {

    /** All keys of one tenant with their holders and lengths of line. */
    record LocksStats(String tenant) implements Query<StatsAnswer> {}

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
     * Claims in the order of their ids, at most so many and by at most so many looks, because a
     * filter may fit few of many and the machine has other things to do.
     *
     * @param afterId where to begin, as the last part said
     * @param skip how many fitting claims to leave out first
     */
    record ListClaims(
            String tenant, ClaimFilter filter, long afterId, long skip, int max, int looksMax)
            implements Query<ClaimsPage> {}

    /** How many claims all tenants have. */
    record ClaimCounts(int active, int waiting, int finished) {}

    /** One entity, with its lock. */
    record FindEntity(String tenant, EntityType type, String entity)
            implements Query<EntityAnswer.Found> {}

    /** All entities of a type. */
    record ListEntities(String tenant, EntityType type) implements Query<EntityAnswer.Listed> {}

    /**
     * Items of an entity.
     *
     * @param key the item's own key, or where many are asked for how their keys begin
     */
    record FindItems(
            String tenant,
            EntityType type,
            String entity,
            EntityCollection collection,
            String key,
            boolean one)
            implements Query<EntityAnswer.Items> {}

    /** The faults of all entities. */
    record ListFaults(String tenant) implements Query<EntityAnswer.Items> {}

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

    /** Which of these ids are no nodes. */
    record FindMissing(String tenant, List<String> ids) implements Query<List<String>> {}

    /** Work nodes in the order of their ids, beginning after that one. */
    record ListWorkNodes(String tenant, String afterId, int max) implements Query<NodesPage> {}

    record NodesPage(List<WorkAnswer> nodes, boolean complete) {}

    /** The agents that a person owns, in the order of their ids. */
    record ListAgents(String tenant, String person) implements Query<List<WorkView>> {}

    /** How large a tenant's graph is. */
    record ReadGraph(String tenant) implements Query<GraphAnswer> {}

    /** @param head how often anything of it was written */
    record GraphAnswer(int nodes, long head, List<String> projects) {}

    /** Who a token speaks for; null where it is no agent's, or no longer. */
    record FindAgent(String tenant, TokenDigest digest) implements Query<@Nullable AgentAnswer> {}

    record AgentAnswer(
            String agent,
            String person,
            String name,
            @Nullable String session) {}

    /**
     * A page of the queue.
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
            int limit)
            implements Query<WorkQueue> {}

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
            ClaimCounts claims) {}

    record PoolsGauges(int pools, int leases, int waiters) {}

    record StatsAnswer(int connections, List<KeyRow> keys) {}

    /**
     * One key; idle where nobody holds it or waits for it.
     *
     * @param waitingSinceMillis when the head of the line began to wait, wall clock; 0 if nobody
     *     does
     */
    record KeyRow(
            String key,
            KeyKind kind,
            int limit,
            List<HolderRow> holders,
            int waiters,
            long waitingSinceMillis,
            long idleNanos) {}

    /** One holder: who, since when by the wall clock, for how much longer, under which fence. */
    record HolderRow(
            long session,
            @Nullable String owner,
            long sinceMillis,
            long remainingNanos,
            long fence) {}
}
