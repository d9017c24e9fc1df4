package io.holdfast.rig.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** All grants that were reported to any client. Safe to use from any thread. */
public final class History {

    private final Map<String, Grant> byToken = new ConcurrentHashMap<>();
    private final AtomicLong fenceMax = new AtomicLong();

    /** False where the token is known already. */
    boolean add(Grant grant) {
        fenceMax.accumulateAndGet(grant.fence, Math::max);
        return byToken.putIfAbsent(grant.token, grant) == null;
    }

    List<Grant> grants() {
        return new ArrayList<>(byToken.values());
    }

    /** The highest fence that was seen. */
    public long fenceMax() {
        return fenceMax.get();
    }
}
