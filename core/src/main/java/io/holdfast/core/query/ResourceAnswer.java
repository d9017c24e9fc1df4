package io.holdfast.core.query;

import io.holdfast.core.query.Query.HolderRow;
import io.holdfast.core.value.Estimate;
import io.holdfast.core.value.ResourceName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource of any API with its holders and its queue.
 *
 * @param holders the first {@link #ROWS_MAX} of them
 * @param waiters the first {@link #ROWS_MAX} of them, in the order of the queue
 * @param hold how long one holder keeps it
 * @param history the last grants and waits that have ended, the newest first, at most
 *     {@link #ROWS_MAX}
 */
public record ResourceAnswer(
        Row row,
        List<HolderRow> holders,
        List<WaiterRow> waiters,
        Estimate hold,
        List<PastUse> history) {

    /** The maximum number of holders, and of waiters, in one answer. The others are counted. */
    public static final int ROWS_MAX = 1_000;

    /**
     * One resource of a list.
     *
     * @param limit the maximum number of holders; zero if only the history is left
     * @param first the holder with the oldest grant; null if there is none
     * @param waitingSinceMillis when the head of the queue began to wait, by the wall clock; 0
     *     without waiters
     */
    public record Row(
            ResourceName name,
            int limit,
            int held,
            int queued,
            @Nullable HolderRow first,
            long waitingSinceMillis) {}

    /**
     * A place in the queue.
     *
     * @param id the number of the place, which no later place gets
     * @param session the number of the session that waits; 0 without one
     * @param remainingNanos the time until the wait ends; {@link Query#END} if it has no deadline
     * @param inCall whether a call waits at the place now
     * @param estimate how long it will still wait
     */
    public record WaiterRow(
            long id,
            long session,
            @Nullable String owner,
            long sinceMillis,
            long remainingNanos,
            boolean inCall,
            Estimate estimate) {}

    /** The order of a list. */
    public enum Order {
        /** The resource that was created first is first. */
        AGE,
        /** The resource whose head of the queue has waited longest is first. */
        WAIT,
        /** The resource with the longest queue is first. */
        QUEUE
    }

    /** What a resource does at the moment. */
    public enum Use {
        HELD,
        WAITED_FOR,
        IDLE
    }

    /** A place in a list: after the row with these sort keys. */
    public record Place(long major, long minor) {
        public static final Place START = new Place(0, 0);
    }

    /** @param next where the next page begins; null if there is none */
    public record Page(List<Row> rows, @Nullable Place next) {}

    /** A past grant or wait with its resource. */
    public record PastRow(ResourceName name, PastUse use) {}

    /** @param next after which history the next page begins; {@link Query#END} if there is none */
    public record PastPage(List<PastRow> rows, long next) {}
}
