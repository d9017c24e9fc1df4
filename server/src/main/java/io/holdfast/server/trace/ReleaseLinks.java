package io.holdfast.server.trace;

import io.holdfast.core.event.Event;
import io.holdfast.core.value.ResourceName;
import io.holdfast.log.engine.EventFollower;
import io.opentelemetry.api.trace.SpanContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the request whose release ended a wait. A release is known by the fence of its grant before
 * its command is submitted; the machine's events then say which grant ended and which one followed.
 * A release through another member is not known here: its fence is, and not its span.
 *
 * <p>Threading: events come in the lane; everything else on any thread.
 */
final class ReleaseLinks implements EventFollower {

    /** Grants of requests elsewhere are never asked for, so the oldest are dropped. */
    private static final int CAUSES_MAX = 10_000;

    /**
     * Why a slot became free.
     *
     * @param fence of the grant that ended
     * @param span of the request that ended it; null if it is not known at this member
     */
    record Cause(long fence, String reason, @Nullable SpanContext span) {}

    /** The requests that release a slot of a resource without naming its fence. */
    private record Returns(SpanContext span, int count) {}

    private final boolean alone;
    private final Map<Long, SpanContext> byFence = new ConcurrentHashMap<>();
    private final Map<ResourceName, Returns> byName = new ConcurrentHashMap<>();
    private final Map<Long, Cause> causes = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Cause> eldest) {
            return size() > CAUSES_MAX;
        }
    };

    ReleaseLinks(boolean alone) {
        this.alone = alone;
    }

    void begin(ResourceName name, long fence, SpanContext span) {
        if (fence != 0) {
            byFence.put(fence, span);
        } else {
            byName.merge(
                    name,
                    new Returns(span, 1),
                    (one, more) -> new Returns(one.span, one.count + 1));
        }
    }

    void end(ResourceName name, long fence) {
        if (fence != 0) {
            byFence.remove(fence);
        } else {
            byName.computeIfPresent(
                    name,
                    (any, one) -> one.count == 1 ? null : new Returns(one.span, one.count - 1));
        }
    }

    @Override
    public void happened(long index, long wallMillis, List<Event> events) {
        Event.Ended last = null;
        for (Event event : events) {
            if (event instanceof Event.Ended ended) {
                last = ended;
            } else if (event instanceof Event.Granted granted
                    && granted.waitedNanos() > 0
                    && last != null
                    && last.name().equals(granted.name())) {
                add(granted.fence(), cause(last));
            }
        }
    }

    @Override
    public void skipped(long index) {}

    private Cause cause(Event.Ended ended) {
        return new Cause(
                ended.fence(), ended.reason().name().toLowerCase(Locale.ROOT), span(ended));
    }

    private @Nullable SpanContext span(Event.Ended ended) {
        if (ended.reason() != Event.GrantEnd.RELEASED && ended.reason() != Event.GrantEnd.BROKEN) {
            return null;
        }
        SpanContext known = byFence.get(ended.fence());
        // Without a fence, only the one request of the one member can have caused it.
        Returns returns = known == null && alone ? byName.get(ended.name()) : null;
        return returns != null && returns.count == 1 ? returns.span : known;
    }

    private void add(long fence, Cause cause) {
        synchronized (causes) {
            causes.put(fence, cause);
        }
    }

    /** Returns why the grant could be made; null if that is not known. */
    @Nullable
    Cause take(long fence) {
        synchronized (causes) {
            return causes.remove(fence);
        }
    }
}
