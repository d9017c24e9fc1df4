package io.holdfast.log.node;

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
 * Reads at one of several nodes, which have to ask the leader where they stand. One question is
 * under way at a time; whatever comes meanwhile shares the next one. All of it happens in the lane.
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
     * A read that waits for its point.
     *
     * @param go takes the log time of the point
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

    /** Fails everything: no point will come any more. */
    void giveUpAll() {
        List<Asked> all = new ArrayList<>(underWay);
        all.addAll(gathering);
        underWay = List.of();
        gathering = new ArrayList<>();
        all.forEach(read -> read.failed().run());
    }

    /** Fails what has waited for too long. */
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
