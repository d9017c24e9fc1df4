package io.holdfast.server.events;

import io.holdfast.core.event.Event;
import io.holdfast.log.Clock;
import io.holdfast.log.Group;
import io.holdfast.log.engine.EventFollower;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The last events of this member, in the order of the log. One thread adds events; any thread
 * reads. A reader that is too slow finds its next entry overwritten.
 */
public final class EventBuffer implements EventFollower {

    /**
     * An event at its place in the log.
     *
     * @param sequence the number of the entry at this member, without gaps
     * @param index the entry of the log, the same at every member
     * @param offset the number of the event within that entry of the log
     * @param event null if the member received a snapshot instead of the events before this place
     */
    record Entry(
            long sequence,
            long index,
            int offset,
            long wallMillis,
            @Nullable Event event) {

        boolean isAt(EventId id) {
            return index == id.index() && offset == id.offset();
        }

        /** Returns whether it stands after the place in the log. */
        boolean isAfter(EventId id) {
            return index > id.index() || index == id.index() && offset > id.offset();
        }
    }

    /**
     * The leader as this member knows it. This is not part of the log, so it has no place there.
     */
    record Leader(String member, long term, long wallMillis) {}

    private final AtomicReferenceArray<@Nullable Entry> entries;
    private final List<Runnable> readers = new CopyOnWriteArrayList<>();
    private final boolean alone;
    private volatile long end;
    private volatile boolean draining;
    private volatile @Nullable Leader leader;
    private long lastIndex;
    private int lastOffset;

    /** @param alone whether no other member has the same log */
    EventBuffer(int size, boolean alone) {
        this.entries = new AtomicReferenceArray<>(size);
        this.alone = alone;
    }

    /**
     * Returns the buffer of a member, which learns of new leaders.
     *
     * @param group null for a single member
     * @param size the number of events that are kept for readers
     */
    public static EventBuffer of(@Nullable Group group, int size, Clock clock) {
        EventBuffer buffer = new EventBuffer(size, group == null);
        if (group != null) {
            group.onLeaderChange(
                    (leader, term) -> buffer.leaderChanged(leader, term, clock.wallMillis()));
        }
        return buffer;
    }

    @Override
    public void happened(long index, long wallMillis, List<Event> events) {
        int offset = index == lastIndex ? lastOffset : 0;
        for (Event event : events) {
            offset++;
            add(new Entry(end, index, offset, wallMillis, event));
        }
        lastIndex = index;
        lastOffset = offset;
        readers.forEach(Runnable::run);
    }

    @Override
    public void skipped(long index) {
        lastIndex = index;
        lastOffset = Integer.MAX_VALUE;
        add(new Entry(end, index, Integer.MAX_VALUE, 0, null));
        readers.forEach(Runnable::run);
    }

    private void add(Entry entry) {
        entries.setRelease((int) (entry.sequence % entries.length()), entry);
        end = entry.sequence + 1;
    }

    /** Returns the number of the next entry. */
    long end() {
        return end;
    }

    /** Returns the number of the oldest entry. */
    long begin() {
        return Math.max(0, end - entries.length());
    }

    /** Returns the entry with this number; null if it is not there yet, or overwritten. */
    @Nullable
    Entry get(long sequence) {
        if (sequence < 0 || sequence >= end) {
            return null;
        }
        Entry entry = entries.getAcquire((int) (sequence % entries.length()));
        return entry != null && entry.sequence == sequence ? entry : null;
    }

    /**
     * Returns whether the place can only be of another log: a single member has no events after its
     * newest one. A cluster member may be behind the member that sent them.
     */
    boolean isForeign(EventId id) {
        Entry newest = get(end - 1);
        return alone && (newest == null || !newest.isAfter(id) && !newest.isAt(id));
    }

    /** Reports a new leader to the readers. Only the newest is kept; any thread. */
    void leaderChanged(String member, long term, long wallMillis) {
        leader = new Leader(member, term, wallMillis);
        readers.forEach(Runnable::run);
    }

    /** Returns the leader; null if no member has led since the start. */
    @Nullable
    Leader leader() {
        return leader;
    }

    /** Ends all streams, because the server stops. */
    public void drain() {
        draining = true;
        readers.forEach(Runnable::run);
    }

    boolean isDraining() {
        return draining;
    }

    /** Runs the action after something was added, on any thread. It must only wake a reader. */
    void add(Runnable reader) {
        readers.add(reader);
    }

    void remove(Runnable reader) {
        readers.remove(reader);
    }
}
