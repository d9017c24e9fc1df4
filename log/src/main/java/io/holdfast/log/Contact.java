package io.holdfast.log;

import java.util.concurrent.TimeUnit;

/**
 * The newest message of this member that a leader answered: the member's proof, for a while, that
 * no leader has passed its grants on.
 *
 * @param incarnation the process of this member that sent it
 * @param term of the leader that answered
 * @param sentNanos when it was sent, by this member's monotonic clock
 */
public record Contact(long incarnation, long term, long sentNanos) {

    /** How long after it was sent an answered message lets the member deliver grants. */
    public static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(2);

    public static final Contact NONE = new Contact(-1, -1, 0);

    /** Whether the process may deliver a grant that was made in that term. */
    public boolean lets(long process, long madeInTerm, long nowNanos) {
        return term >= madeInTerm && incarnation == process && isYounger(FRESH_NANOS, nowNanos);
    }

    /** Whether it was sent less than so long ago. */
    public boolean isYounger(long nanos, long nowNanos) {
        return term >= 0 && nowNanos - sentNanos <= nanos;
    }

    /** The one that lets more: answers may come in another order than their messages were sent. */
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
