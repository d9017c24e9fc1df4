package io.holdfast.core.query;

import io.holdfast.core.query.Query.HolderRow;
import io.holdfast.core.query.ResourceAnswer.WaiterRow;
import io.holdfast.core.value.ResourceName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session with what it holds and waits for. It does not contain the session's id, which is a
 * credential.
 *
 * @param address of the client that opened it
 * @param member the member that serves its connection; null if it is not a connection
 * @param seenMillis when its client was last heard from, by the wall clock
 * @param remainingNanos the time until it expires; {@link Query#END} if it does not
 * @param holds its latest grants
 * @param holdsMore whether it has more grants
 * @param waits its latest places in queues
 * @param waitsMore whether it has more places
 */
public record SessionView(
        long number,
        String tenant,
        @Nullable String owner,
        String address,
        @Nullable String member,
        long seenMillis,
        long remainingNanos,
        List<Held> holds,
        boolean holdsMore,
        List<Wait> waits,
        boolean waitsMore) {

    /** The maximum number of grants, and of places, of one session that was asked for. */
    public static final int ROWS_MAX = 500;

    /** The maximum number of grants, and of places, of each session in a list. */
    public static final int ROWS_IN_LIST_MAX = 10;

    public record Held(ResourceName name, HolderRow grant) {}

    public record Wait(ResourceName name, WaiterRow place) {}

    /** @param last where the next page begins, or {@link Query#END} */
    public record Page(List<SessionView> sessions, long last) {}
}
