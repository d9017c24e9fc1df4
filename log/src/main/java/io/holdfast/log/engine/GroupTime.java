package io.holdfast.log.engine;

import io.holdfast.log.Clock;
import io.holdfast.log.Group;

/** Log time of a cluster member, which knows it only while it leads. */
final class GroupTime implements TimeSource {

    private final Group group;
    private final Clock clock;

    GroupTime(Group group, Clock clock) {
        this.group = group;
        this.clock = clock;
    }

    @Override
    public boolean stampsOwn() {
        return false;
    }

    @Override
    public boolean ticks() {
        return group.leads();
    }

    @Override
    public long nowNanos() {
        return group.nowNanos();
    }

    @Override
    public long monotonicAt(long logNanos) {
        return clock.monotonicNanos() + (logNanos - group.nowNanos());
    }
}
