package io.holdfast.server.ops;

import io.holdfast.core.event.Event;
import io.holdfast.core.value.Space;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the grants and waits of each API by their end. The times are those of the log, which are
 * the same at every member. Recording is an array access and two additions.
 *
 * <p>Threading: one writer; any reader.
 */
final class ApiMeter {

    static final Space[] APIS = Space.values();

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final One[] apis = new One[APIS.length];

    ApiMeter() {
        for (int i = 0; i < apis.length; i++) {
            apis[i] = new One();
        }
    }

    One of(Space space) {
        return apis[space.ordinal()];
    }

    void granted(Event.Granted granted) {
        of(granted.name().space()).waits.record(granted.waitedNanos());
    }

    void queued(Event.Queued queued) {
        of(queued.name().space()).queued.increment();
    }

    void ended(Event.Ended ended) {
        One api = of(ended.name().space());
        api.grantEnds[ended.reason().ordinal()].increment();
        api.holds.record(ended.heldMillis());
    }

    void waitEnded(Event.WaitEnded ended) {
        of(ended.name().space()).waitEnds[ended.reason().ordinal()].increment();
    }

    /** The grants and waits of one API. */
    static final class One {
        final LongAdder queued = new LongAdder();
        final LongAdder[] grantEnds = Metrics.adders(Event.GrantEnd.values().length);
        final LongAdder[] waitEnds = Metrics.adders(Event.WaitEnd.values().length);

        /** The wait of each grant, in nanoseconds; zero if it was granted at once. */
        final Histogram waits = new Histogram(
                0,
                MILLI,
                5 * MILLI,
                10 * MILLI,
                50 * MILLI,
                100 * MILLI,
                500 * MILLI,
                SECOND,
                5 * SECOND,
                10 * SECOND,
                60 * SECOND,
                600 * SECOND);

        /** The duration of each ended grant, in milliseconds of the wall clock of the log. */
        final Histogram holds = new Histogram(
                1, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000, 60_000, 600_000, 3_600_000);
    }
}
