package io.holdfast.log.engine;

import io.holdfast.core.query.ReadPoint;
import io.holdfast.log.Clock;
import io.holdfast.log.Group;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads at a cluster member, which need a read point from the leader. One request is in flight at a
 * time, and reads that arrive meanwhile share the next one. Everything runs in the lane.
 */
final class GroupReads {

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Group group;
    private final Clock clock;
    private final Lane lane;
    private List<Asked> gathering = new ArrayList<>();
    private List<Asked> underWay = List.of();
    private boolean asking;

    GroupReads(Group group, Clock clock, Lane lane) {
        this.group = group;
        this.clock = clock;
        this.lane = lane;
    }

    /**
     * A read that waits for its read point.
     *
     * @param go receives the log time of the read point
     */
    private record Asked(LongConsumer go, Runnable failed, long sinceNanos) {}

    void add(LongConsumer go, Runnable failed) {
        gathering.add(new Asked(go, failed, clock.monotonicNanos()));
        askNext();
    }

    private void askNext() {
        if (asking || gathering.isEmpty()) {
            return;
        }
        asking = true;
        underWay = gathering;
        gathering = new ArrayList<>();
        group.readPoint().whenComplete((point, problem) -> lane.run(() -> answered(point)));
    }

    private void answered(@Nullable ReadPoint point) {
        asking = false;
        List<Asked> asked = underWay;
        underWay = List.of();
        if (point != null) {
            asked.forEach(read -> read.go().accept(point.timeNanos()));
            askNext();
        } else {
            gathering.addAll(0, asked);
            clock.wakeAt(clock.monotonicNanos() + RETRY_NANOS, () -> lane.run(this::askNext));
        }
    }

    /** Fails all reads: no read point will arrive. */
    void giveUpAll() {
        List<Asked> all = new ArrayList<>(underWay);
        all.addAll(gathering);
        underWay = List.of();
        gathering = new ArrayList<>();
        all.forEach(read -> read.failed().run());
    }

    /** Fails the reads that have waited too long. */
    void giveUp(long patienceNanos) {
        long latestNanos = clock.monotonicNanos() - patienceNanos;
        List<Asked> late = new ArrayList<>();
        Consumer<List<Asked>> sort = reads -> {
            for (Iterator<Asked> each = reads.iterator(); each.hasNext(); ) {
                Asked read = each.next();
                if (read.sinceNanos() - latestNanos < 0) {
                    each.remove();
                    late.add(read);
                }
            }
        };
        sort.accept(gathering);
        if (!underWay.isEmpty()) {
            sort.accept(underWay);
        }
        late.forEach(read -> read.failed().run());
    }
}
