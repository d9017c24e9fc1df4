package io.holdfast.core.outcome;

import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.EntityLockState;
import io.holdfast.core.value.Estimate;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.NodeLease;
import io.holdfast.core.value.NodeVersion;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Token;

import org.jspecify.annotations.Nullable;

/**
 * The machine's answer to one command. Every command gets exactly one, immediately or when its wait
 * ends. Each command names the family of its possible outcomes.
 */
public sealed interface Outcome
        permits LocksOutcome,
                SessionOutcome,
                PoolsOutcome,
                ClaimsOutcome,
                EntitiesOutcome,
                NodesOutcome,
                ResourceOutcome,
                MemberOutcome {

    Done DONE = new Done();
    TimedOut TIMED_OUT = new TimedOut(Estimate.NONE);
    NotHeld NOT_HELD = new NotHeld();
    Unknown UNKNOWN = new Unknown();

    /** The outcomes that every command may have: no family is complete without them. */
    sealed interface Shared
            extends LocksOutcome.Acquire,
                    LocksOutcome.Enqueue,
                    LocksOutcome.Await,
                    LocksOutcome.Release,
                    LocksOutcome.Renew,
                    LocksOutcome.Abandon,
                    SessionOutcome.Open,
                    SessionOutcome.Change,
                    PoolsOutcome.Put,
                    PoolsOutcome.Delete,
                    PoolsOutcome.Borrow,
                    PoolsOutcome.Return,
                    PoolsOutcome.Abandon,
                    ClaimsOutcome.Create,
                    ClaimsOutcome.Update,
                    EntitiesOutcome.Acquire,
                    EntitiesOutcome.Change,
                    EntitiesOutcome.Write,
                    EntitiesOutcome.Report,
                    EntitiesOutcome.Clear,
                    EntitiesOutcome.Register,
                    EntitiesOutcome.Load,
                    NodesOutcome.Change,
                    NodesOutcome.Mint,
                    NodesOutcome.Bind,
                    ResourceOutcome.Break,
                    ResourceOutcome.CancelWait,
                    MemberOutcome {}

    /** Nothing was changed, for this reason. */
    record Refused(Refusal reason) implements Shared {}

    /** The command may or may not have taken effect. A retry with its request id finds out. */
    record Unknown() implements Shared {}

    /** The command succeeded, and the answer has no content. */
    record Done()
            implements LocksOutcome.Release,
                    LocksOutcome.Abandon,
                    SessionOutcome.Change,
                    PoolsOutcome.Delete,
                    PoolsOutcome.Return,
                    PoolsOutcome.Abandon,
                    ClaimsOutcome.Update,
                    EntitiesOutcome.Change,
                    EntitiesOutcome.Write,
                    EntitiesOutcome.Report,
                    EntitiesOutcome.Clear,
                    EntitiesOutcome.Register,
                    EntitiesOutcome.Load,
                    NodesOutcome.Mint,
                    NodesOutcome.Bind,
                    ResourceOutcome.Break,
                    ResourceOutcome.CancelWait,
                    MemberOutcome {}

    /** The token or lease is released, expired or unknown. */
    record NotHeld()
            implements LocksOutcome.Release,
                    LocksOutcome.Renew,
                    PoolsOutcome.Return,
                    ResourceOutcome.Break,
                    ResourceOutcome.CancelWait {}

    /**
     * The caller's deadline passed before its turn.
     *
     * @param estimate how long a new wait is expected to take
     */
    record TimedOut(Estimate estimate)
            implements LocksOutcome.Acquire, LocksOutcome.Await, PoolsOutcome.Borrow {}

    /**
     * The caller holds a slot.
     *
     * @param slot the lowest slot that was free, from zero
     */
    record Granted(Token token, int slot, long ttlNanos)
            implements LocksOutcome.Acquire, LocksOutcome.Enqueue, LocksOutcome.Await {}

    /** The caller has a place in the queue, counted from one. */
    record Queued(int position, Estimate estimate) implements LocksOutcome.Enqueue {}

    /** The lease now lasts for this duration. */
    record Renewed(long ttlNanos) implements LocksOutcome.Renew {}

    /** A key or a session was not changed. */
    record LockRefused(LockRefusal reason)
            implements LocksOutcome.Acquire,
                    LocksOutcome.Enqueue,
                    LocksOutcome.Await,
                    LocksOutcome.Release,
                    LocksOutcome.Renew,
                    SessionOutcome.Open,
                    SessionOutcome.Change {}

    /** The session is open. Its number is the connection id in statistics. */
    record Opened(SessionId session, long number, long idleNanos) implements SessionOutcome.Open {}

    /**
     * The caller has borrowed a slot of a pool.
     *
     * @param untilMillis when the lease ends, by the wall clock at its start
     */
    record Lent(LeaseId lease, int position, long fence, long ttlNanos, long untilMillis)
            implements PoolsOutcome.Borrow {}

    /** The pool's current state, and whether the command created it. */
    record Pool(int count, int inUse, boolean created) implements PoolsOutcome.Put {}

    /** A pool was not changed. */
    record PoolRefused(PoolRefusal reason)
            implements PoolsOutcome.Put,
                    PoolsOutcome.Delete,
                    PoolsOutcome.Borrow,
                    PoolsOutcome.Return {}

    /** The claim after the command. Its resource and data never change and are omitted. */
    record Claimed(ClaimState claim) implements ClaimsOutcome.Create, ClaimsOutcome.Update {}

    /**
     * The claim was not changed.
     *
     * @param id the claim's id, or that of the active claim if that is the reason
     * @param status the claim's status; null if the claim does not exist
     */
    record ClaimRefused(
            ClaimRefusal reason, long id, @Nullable ClaimStatus status)
            implements ClaimsOutcome.Take, ClaimsOutcome.Update {}

    /** The caller holds the lock of an entity. */
    record EntityLocked(EntityLockState lock) implements EntitiesOutcome.Acquire {}

    /**
     * There is no such entity.
     *
     * @param actualType the type of the entity with this id; null if no entity has it
     */
    record EntityMissing(@Nullable String actualType)
            implements EntitiesOutcome.Acquire,
                    EntitiesOutcome.Change,
                    EntitiesOutcome.Write,
                    EntitiesOutcome.Report,
                    EntitiesOutcome.Register {}

    /**
     * The lock of an entity was not changed.
     *
     * @param number the conflicting lock, or the maximum that is allowed; otherwise zero
     * @param estimate when the entity is expected to be unlocked, if it is locked
     */
    record EntityLockRefused(EntityLockRefusal reason, long number, Estimate estimate)
            implements EntitiesOutcome.Acquire, EntitiesOutcome.Change {

        public EntityLockRefused(EntityLockRefusal reason, long number) {
            this(reason, number, Estimate.NONE);
        }
    }

    /**
     * An item of an entity was not changed.
     *
     * @param number the conflicting lock; otherwise zero
     * @param entity the id of the entity with that lock
     */
    record EntityWriteRefused(
            EntityWriteRefusal reason,
            long number,
            @Nullable String entity) implements EntitiesOutcome.Write {}

    /**
     * The set of entities was not changed.
     *
     * @param parent the id of the missing parent, if that is the reason
     */
    record EntityRegistrationRefused(
            EntityRegistrationRefusal reason, @Nullable String parent)
            implements EntitiesOutcome.Register {}

    /**
     * A node was read or changed as requested.
     *
     * @param lease the current lease, if the command concerned one; another holder's if a status
     *     that claims found the node leased
     * @param node the node after the command, if the answer needs it
     * @param edge true if an edge of the node was added or removed
     * @param capped true if an extension was limited to the tenant's maximum
     */
    record NodeChanged(
            NodeVerdict verdict,
            @Nullable NodeLease lease,
            @Nullable NodeVersion node,
            boolean edge,
            boolean capped)
            implements NodesOutcome.Change, NodesOutcome.Bind {}

    /**
     * A node was not changed.
     *
     * @param holder the current lease, or null
     * @param word the node's status or type, if that is the reason
     * @param lapsedMillis when the caller's own last lease expired; zero if it had none
     * @param estimate when the node is expected to be released, if a claim found it leased
     */
    record NodeRefused(
            NodeRefusal reason,
            @Nullable NodeLease holder,
            String word,
            long lapsedMillis,
            Estimate estimate)
            implements NodesOutcome.Change, NodesOutcome.Mint, NodesOutcome.Bind {

        public NodeRefused(
                NodeRefusal reason, @Nullable NodeLease holder, String word, long lapsedMillis) {
            this(reason, holder, word, lapsedMillis, Estimate.NONE);
        }
    }

    /**
     * Returns the fence of the grant that the caller holds by this answer, or zero if it holds
     * none. A member delivers such an answer only while it is in contact with the leader.
     */
    default long grantedFence() {
        return switch (this) {
            case Granted granted -> granted.token().fence();
            case Lent lent -> lent.fence();
            case Claimed(ClaimState claim) ->
                claim.status() == ClaimStatus.ACTIVE ? claim.fence() : 0;
            case EntityLocked(EntityLockState lock) -> lock.fence();
            case NodeChanged changed ->
                changed.lease() == null ? 0 : changed.lease().fence();
            case Queued _, TimedOut _, Renewed _, Opened _, Pool _, Done _, Unknown _ -> 0;
            case Refused _, NotHeld _, LockRefused _, PoolRefused _, ClaimRefused _ -> 0;
            case EntityMissing _, EntityLockRefused _, EntityWriteRefused _ -> 0;
            case EntityRegistrationRefused _, NodeRefused _ -> 0;
        };
    }

    /** Returns whether the refusal is temporary. Such an answer is not kept for retries. */
    default boolean passes() {
        return switch (this) {
            case Refused(Refusal reason) -> reason.retryable();
            case LockRefused(LockRefusal reason) -> reason.retryable();
            case PoolRefused(PoolRefusal reason) -> reason.retryable();
            case ClaimRefused refused -> refused.reason() == ClaimRefusal.HELD;
            case EntityMissing missing -> missing.actualType() == null;
            case EntityLockRefused refused -> refused.reason().retryable();
            case EntityWriteRefused refused -> refused.reason().retryable();
            case EntityRegistrationRefused refused -> refused.reason().retryable();
            case NodeRefused refused -> refused.reason() == NodeRefusal.HELD;
            case Granted _, Queued _, TimedOut _, Renewed _, Opened _, NotHeld _ -> false;
            case Lent _, Pool _, Claimed _, EntityLocked _, NodeChanged _ -> false;
            case Done _, Unknown _ -> false;
        };
    }
}
