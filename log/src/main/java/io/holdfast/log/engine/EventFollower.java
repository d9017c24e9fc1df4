package io.holdfast.log.engine;

import io.holdfast.core.event.Event;

import java.util.List;

/**
 * Receives the events of all members in the order of the log, in the lane: it must not take long.
 * Every member receives the same events with the same indexes, also those of batches that it
 * applies late.
 */
public interface EventFollower {

    /** Ignores all events. */
    EventFollower NONE = new EventFollower() {
        @Override
        public void happened(long index, long wallMillis, List<Event> events) {}

        @Override
        public void skipped(long index) {}
    };

    /**
     * Reports the events of a batch, at least one.
     *
     * @param index the batch's entry of the log, which several batches may share
     * @param wallMillis the wall clock of the batch
     */
    void happened(long index, long wallMillis, List<Event> events);

    /** Returns a follower that reports everything to this one first, and then to another. */
    default EventFollower and(EventFollower other) {
        EventFollower first = this;
        return new EventFollower() {
            @Override
            public void happened(long index, long wallMillis, List<Event> events) {
                first.happened(index, wallMillis, events);
                other.happened(index, wallMillis, events);
            }

            @Override
            public void skipped(long index) {
                first.skipped(index);
                other.skipped(index);
            }
        };
    }

    /** Reports that a snapshot replaced the state: events up to the index are not reported. */
    void skipped(long index);
}
