package io.holdfast.core.outcome;

import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.EntityLockState;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.NodeLease;
import io.holdfast.core.value.NodeVersion;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Token;

import org.jspecify.annotations.Nullable;

/**
 * The machine's answer to one command. Every command gets exactly one, immediately or when its wait
 * ends.
 */
public sealed interface Outcome {

    /**
     * The caller holds a slot.
     *
     * @param slot the lowest slot that was free, from zero
     */
    record Granted(Token token, int slot, long ttlNanos) implements Outcome {}

    /** The caller has a place in the queue, counted from one. */
    record Queued(int position) implements Outcome {}

    /** The caller's deadline passed before its turn. */
    record TimedOut() implements Outcome {}

    /** The lease now lasts for this duration. */
    record Renewed(long ttlNanos) implements Outcome {}

    /** The session is open. Its number is the connection id in statistics. */
    record Opened(SessionId session, long number, long idleNanos) implements Outcome {}

    /**
     * The caller has borrowed a slot of a pool.
     *
     * @param untilMillis when the lease ends, by the wall clock at its start
     */
    record Lent(LeaseId lease, int position, long fence, long ttlNanos, long untilMillis)
            implements Outcome {}

    /** The pool's current state, and whether the command created it. */
    record Pool(int count, int inUse, boolean created) implements Outcome {}

    /** The claim after the command. Its resource and data never change and are omitted. */
    record Claimed(ClaimState claim) implements Outcome {}

    /**
     * The claim was not changed.
     *
     * @param id the claim's id, or that of the active claim if that is the reason
     * @param status the claim's status; null if the claim does not exist
     */
    record ClaimRefused(
            ClaimRefusal reason, long id, @Nullable ClaimStatus status) implements Outcome {}

    /** The caller holds the lock of an entity. */
    record EntityLocked(EntityLockState lock) implements Outcome {}

    /**
     * The command had no effect on the entity.
     *
     * @param number the conflicting lock, or the maximum that is allowed; otherwise zero
     * @param text the id of the entity with that lock, or the actual type of the id
     */
    record EntityRefused(
            EntityRefusal reason, long number, @Nullable String text) implements Outcome {

        public EntityRefused(EntityRefusal reason) {
            this(reason, 0, null);
        }
    }

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
            implements Outcome {}

    /**
     * A node was not changed.
     *
     * @param holder the current lease, or null
     * @param word the node's status or type, if that is the reason
     * @param lapsedMillis when the caller's own last lease expired; zero if it had none
     */
    record NodeRefused(
            NodeRefusal reason, @Nullable NodeLease holder, String word, long lapsedMillis)
            implements Outcome {}

    /** The command succeeded, and the answer has no content. */
    record Done() implements Outcome {}

    /** Nothing was changed, for this reason. */
    record Refused(Refusal reason) implements Outcome {}

    /** The command may or may not have taken effect. A retry with its request id finds out. */
    record Unknown() implements Outcome {}

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
            case NodeChanged worked ->
                worked.lease() == null ? 0 : worked.lease().fence();
            case Queued _, TimedOut _, Renewed _, Opened _, Pool _, Done _, Unknown _ -> 0;
            case Refused _, ClaimRefused _, EntityRefused _, NodeRefused _ -> 0;
        };
    }

    /** Returns whether the refusal is temporary. Such an answer is not kept for retries. */
    default boolean passes() {
        return switch (this) {
            case Refused(Refusal reason) -> reason.retryable();
            case ClaimRefused refused -> refused.reason() == ClaimRefusal.HELD;
            case EntityRefused refused -> refused.reason().passes();
            case NodeRefused refused -> refused.reason() == NodeRefusal.HELD;
            case Granted _, Queued _, TimedOut _, Renewed _, Opened _ -> false;
            case Lent _, Pool _, Claimed _, EntityLocked _, NodeChanged _, Done _, Unknown _ ->
                false;
        };
    }

    Outcome DONE = new Done();
    Outcome TIMED_OUT = new TimedOut();
    Outcome UNKNOWN = new Unknown();
}
