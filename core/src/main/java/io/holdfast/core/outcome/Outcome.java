package io.holdfast.core.outcome;

import io.holdfast.core.command.ClaimStatus;
import io.holdfast.core.command.LeaseId;
import io.holdfast.core.command.SessionId;
import io.holdfast.core.command.Token;
import io.holdfast.core.query.ClaimState;
import io.holdfast.core.query.EntityLockState;
import io.holdfast.core.query.WorkLease;
import io.holdfast.core.query.WorkView;

import org.jspecify.annotations.Nullable;

/**
 * The machine's answer to one command. Every command gets exactly one, at once or when its wait
 * ends.
 */
public sealed interface Outcome {

    /**
     * The caller holds a slot.
     *
     * @param slot the lowest slot that was free, from zero
     */
    record Granted(Token token, int slot, long ttlNanos) implements Outcome {}

    /** The caller has a place in line, counted from one. */
    record Queued(int position) implements Outcome {}

    /** The caller's own deadline passed before its turn came. */
    record TimedOut() implements Outcome {}

    /** The lease now runs for this long. */
    record Renewed(long ttlNanos) implements Outcome {}

    /** The session is open; its number is the connection id that statistics show. */
    record Opened(SessionId session, long number, long idleNanos) implements Outcome {}

    /**
     * The caller has borrowed a slot of a pool.
     *
     * @param untilMillis when the lease ends, by the wall clock of the instant at which it began
     */
    record Lent(LeaseId lease, int position, long fence, long ttlNanos, long untilMillis)
            implements Outcome {}

    /** The pool as it is now, and whether the command made it. */
    record Pool(int count, int inUse, boolean created) implements Outcome {}

    /** The claim as it is by the command; its resource and data do not change and are not here. */
    record Claimed(ClaimState claim) implements Outcome {}

    /**
     * The claim was not changed.
     *
     * @param id the claim's, or that of the active one where that is the reason
     * @param status the claim's; null where there is no such claim
     */
    record ClaimRefused(
            ClaimRefusal reason, long id, @Nullable ClaimStatus status) implements Outcome {}

    /** The caller holds the lock of an entity. */
    record EntityLocked(EntityLockState lock) implements Outcome {}

    /**
     * Nothing was done with the entity.
     *
     * @param number the lock that is in the way, or the most that was allowed; otherwise zero
     * @param text the id of the entity that carries that lock, or the type that the id really has
     */
    record EntityRefused(
            EntityRefusal reason, long number, @Nullable String text) implements Outcome {

        public EntityRefused(EntityRefusal reason) {
            this(reason, 0, null);
        }
    }

    /**
     * A work node was read or changed as asked.
     *
     * @param lease the lease in force, where the command was about one; another's where a status
     *     that claims found it taken
     * @param node the node as it is by the command, where the answer needs it
     * @param edge whether an edge of the node came or went
     * @param capped whether an extension met the tenant's maximum
     */
    record Worked(
            WorkVerdict verdict,
            @Nullable WorkLease lease,
            @Nullable WorkView node,
            boolean edge,
            boolean capped)
            implements Outcome {}

    /**
     * A work node was not changed.
     *
     * @param holder the lease in force, or null
     * @param word the node's status or type, where that is the reason
     * @param lapsedMillis when the caller's own last lease ended; zero where it had none
     */
    record WorkRefused(
            WorkRefusal reason, @Nullable WorkLease holder, String word, long lapsedMillis)
            implements Outcome {}

    /** Done, and there is nothing to say about it. */
    record Done() implements Outcome {}

    /** Nothing was changed, for this reason. */
    record Refused(Refusal reason) implements Outcome {}

    /** The command may or may not have taken effect; asking again with its request id tells. */
    record Unknown() implements Outcome {}

    /**
     * The fence of the grant that the caller holds by this answer, or zero if it holds none. A
     * member delivers such an answer only while it is in contact with the leader.
     */
    default long grantedFence() {
        return switch (this) {
            case Granted granted -> granted.token().fence();
            case Lent lent -> lent.fence();
            case Claimed(ClaimState claim) ->
                claim.status() == ClaimStatus.ACTIVE ? claim.fence() : 0;
            case EntityLocked(EntityLockState lock) -> lock.fence();
            case Worked worked -> worked.lease() == null ? 0 : worked.lease().fence();
            case Queued _, TimedOut _, Renewed _, Opened _, Pool _, Done _, Unknown _ -> 0;
            case Refused _, ClaimRefused _, EntityRefused _, WorkRefused _ -> 0;
        };
    }

    /** Whether it only says "not now": such an answer is not kept for repeats. */
    default boolean passes() {
        return switch (this) {
            case Refused(Refusal reason) -> reason.retryable();
            case ClaimRefused refused -> refused.reason() == ClaimRefusal.HELD;
            case EntityRefused refused -> refused.reason().passes();
            case WorkRefused refused -> refused.reason() == WorkRefusal.HELD;
            case Granted _, Queued _, TimedOut _, Renewed _, Opened _ -> false;
            case Lent _, Pool _, Claimed _, EntityLocked _, Worked _, Done _, Unknown _ -> false;
        };
    }

    Outcome DONE = new Done();
    Outcome TIMED_OUT = new TimedOut();
    Outcome UNKNOWN = new Unknown();
}
