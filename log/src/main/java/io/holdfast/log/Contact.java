package io.holdfast.log;

import java.util.concurrent.TimeUnit;

/**
 * The newest message of this member that a leader answered. For a limited time it proves that no
 * leader has passed this member's grants on.
 *
 * @param incarnation the process of this member that sent the message
 * @param term the term of the leader that answered
 * @param sentNanos the send time, by this member's monotonic clock
 */
public record Contact(long incarnation, long term, long sentNanos) {

    /** How long after its send time an answered message allows the member to deliver grants. */
    public static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(2);

    public static final Contact NONE = new Contact(-1, -1, 0);

    /** Returns whether the process may deliver a grant that was made in the given term. */
    public boolean lets(long process, long madeInTerm, long nowNanos) {
        return term >= madeInTerm && incarnation == process && isYounger(FRESH_NANOS, nowNanos);
    }

    /** Returns whether the message was sent at most the given time ago. */
    public boolean isYounger(long nanos, long nowNanos) {
        return term >= 0 && nowNanos - sentNanos <= nanos;
    }

    /** Returns the contact that allows more; answers may arrive out of order. */
    public Contact or(Contact other) {
        if (incarnation != other.incarnation) {
            return incarnation > other.incarnation ? this : other;
        }
        if (term != other.term) {
            return term > other.term ? this : other;
        }
        return sentNanos - other.sentNanos >= 0 ? this : other;
    }
}
