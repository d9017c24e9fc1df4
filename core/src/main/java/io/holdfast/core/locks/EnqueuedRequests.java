package io.holdfast.core.locks;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.ledger.CallSite;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Resource;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.sessions.Session;
import io.holdfast.core.state.KeyedIndex;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;

import org.jspecify.annotations.Nullable;

/** The two-phase requests, by session and key. A session that never enqueues has none. */
final class EnqueuedRequests {

    private final State state;
    final KeyedIndex<Place> index = new KeyedIndex<>();
    private final RowList<Place> rows;

    EnqueuedRequests(State state) {
        this.state = state;
        this.rows = new RowList<>(state);
    }

    RowList<Place> rows() {
        return rows;
    }

    @Nullable
    Place find(Session session, Resource resource) {
        return index.find(session.number(), resource.number());
    }

    Place open(Session session, Resource resource, CallSite call) {
        Place place = new Place(
                state.nextNumber(),
                session.number(),
                resource.number(),
                call.life().number(),
                call.sequence());
        index.add(place);
        rows.add(place);
        return place;
    }

    void queued(Place place, Waiter waiter) {
        state.touch(place);
        place.waiter = waiter;
        place.grant = null;
        state.changed(place);
    }

    void granted(Place place, Grant grant) {
        state.touch(place);
        place.waiter = null;
        place.grant = grant;
        state.changed(place);
    }

    /**
     * Records that a grant's lease expired before it was collected. The next wait reports it, once.
     */
    void expired(Place place, long forgetNanos) {
        state.touch(place);
        place.grant = null;
        state.deadlines().set(place, forgetNanos);
        state.changed(place);
    }

    void close(Place place) {
        index.remove(place);
        rows.remove(place);
    }

    /** Resolves the references of a place; zero refers to nothing. */
    interface Names {
        @Nullable
        Waiter waiter(long number);

        @Nullable
        Grant grant(long fence);
    }

    void read(ByteReader in, Names names) {
        Place place = new Place(
                in.getCount(), in.getCount(), in.getCount(), in.getCount(), in.getCount());
        long dueNanos = in.getLong();
        place.waiter = names.waiter(in.getCount());
        place.grant = names.grant(in.getCount());
        state.deadlines().set(place, dueNanos);
        index.add(place);
        rows.add(place);
    }
}
