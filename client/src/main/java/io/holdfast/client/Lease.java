package io.holdfast.client;

import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Result;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Something that the client holds: a lock, a slot of a semaphore or pool, a claim, an entity lock
 * or a work node. The client renews it until it is released or closed, except for slots of pools,
 * which have no renewal.
 *
 * <p>It counts as held until the earlier of its end and its session's end, by the client's
 * monotonic clock, counted from when the last confirmed request was sent. That is never later than
 * the server's own end. A process can still be paused between a check and its use: give the
 * {@link #fence()} to the protected resource, which then can refuse a late writer.
 *
 * <p>Safe to share between threads.
 */
public final class Lease implements AutoCloseable {

    private sealed interface State {}

    private enum Plain implements State {
        HELD,
        RELEASED
    }

    private record Lost(Loss loss) implements State {}

    /** What identifies a lease. The token is a secret. */
    record Grant(String api, String key, String token, long fence, int slot) {

        /** Shows no token, and no key of a pool, because that is a secret too. */
        @Override
        public String toString() {
            String what = slot < 0 ? key : "slot " + slot;
            return api + " " + what + " with the fence " + fence;
        }
    }

    private final ClientContext context;
    private final Grant grant;
    private final @Nullable Session session;
    private final LeaseCalls calls;
    private final List<Consumer<Loss>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicReference<State> state = new AtomicReference<>(Plain.HELD);
    private volatile long ttlNanos;
    private volatile long endNanos;

    /** Only the heartbeat thread uses it. */
    final LeasePulse pulse = new LeasePulse();

    Lease(
            ClientContext context,
            Grant grant,
            long ttlNanos,
            long sentNanos,
            @Nullable Session session,
            LeaseCalls calls) {
        this.context = context;
        this.grant = grant;
        this.ttlNanos = ttlNanos;
        this.session = session;
        this.calls = calls;
        this.endNanos = sentNanos + ttlNanos;
    }

    /** Returns the API that granted it: {@code locks}, {@code pools}, {@code claims} and so on. */
    public String api() {
        return grant.api();
    }

    /** Returns the key, resource or id that is held. */
    public String key() {
        return grant.key();
    }

    /** Returns the secret that proves the grant to the server. Never log it. */
    public String token() {
        return grant.token();
    }

    /** Returns the number that rises with every grant of the server. */
    public long fence() {
        return grant.fence();
    }

    /** Returns the number of the slot of a pool, counted from 0, or -1. */
    public int slot() {
        return grant.slot();
    }

    /** Returns how long it lasts without renewal. */
    public Duration ttl() {
        return Duration.ofNanos(ttlNanos);
    }

    /** Returns how long it is certainly held without another renewal; zero if it is not held. */
    public Duration remaining() {
        if (!isOpen()) {
            return Duration.ZERO;
        }
        return Duration.ofNanos(Math.max(0, heldUntilNanos() - context.nanos()));
    }

    /** Returns true if it is certainly held at this moment. */
    public boolean isHeldNow() {
        return !remaining().isZero();
    }

    /** Returns how it was lost, or null if it was not. */
    public @Nullable Loss loss() {
        return state.get() instanceof Lost lost ? lost.loss() : null;
    }

    /**
     * Calls the listener once if the lease is lost, on a thread of the client. If it is lost
     * already, the listener is called at once.
     */
    public Lease onLost(Consumer<Loss> listener) {
        listeners.add(listener);
        Loss known = loss();
        if (known != null && listeners.remove(listener)) {
            context.work(() -> listener.accept(known));
        }
        return this;
    }

    /**
     * Releases it and waits for the server's confirmation, at most the request timeout. Afterwards
     * it is not held, even if no member could be reached: the client goes on trying in the
     * background, and the server ends the lease by itself.
     *
     * @return true if the server confirmed that it was held until now; false if it was lost or
     *     released before, or no member answered
     */
    public boolean release() {
        if (!state.compareAndSet(Plain.HELD, Plain.RELEASED)) {
            return false;
        }
        Result result = context.leases().release(this);
        if (result instanceof Reply reply && calls.endedBefore(reply)) {
            lostBeforeRelease();
        }
        boolean released = result instanceof Reply reply && calls.released(reply);
        calls.ended(this, result instanceof Reply);
        return released;
    }

    private void lostBeforeRelease() {
        Loss loss = new Loss(
                this,
                Loss.Reason.ENDED_BY_SERVER,
                "the server had ended the lease before it was released");
        state.set(new Lost(loss));
        tell(loss);
    }

    /** Releases it; does nothing if it was released or lost before. */
    @Override
    public void close() {
        release();
    }

    @Nullable
    Session session() {
        return session;
    }

    LeaseCalls calls() {
        return calls;
    }

    long ttlNanos() {
        return ttlNanos;
    }

    boolean isOpen() {
        return state.get() == Plain.HELD;
    }

    /** Returns the earlier of the lease's end and its session's end. */
    long heldUntilNanos() {
        return session == null ? endNanos : Math.min(endNanos, session.aliveUntilNanos());
    }

    /** Extends the lease by a confirmed request that was sent at that time. */
    void renewed(long sentNanos, long nanos) {
        endNanos = Math.max(endNanos, sentNanos + nanos);
        if (session != null) {
            session.heard(sentNanos);
        }
    }

    /** Sets how long it lasts after the next renewal. Only the heartbeat thread calls this. */
    void ttl(long nanos) {
        ttlNanos = nanos;
    }

    /**
     * Notes that a renewal is sent now. With a shorter ttl than before the lease may end earlier
     * from now on, even if no reply comes.
     */
    void renewing(long now) {
        endNanos = Math.min(endNanos, now + ttlNanos);
    }

    /** Ends the lease because its client is closed; false if it had ended before. */
    boolean closing() {
        return state.compareAndSet(Plain.HELD, Plain.RELEASED);
    }

    void lose(Loss.Reason reason, String detail) {
        Loss lost = new Loss(this, reason, detail);
        if (!state.compareAndSet(Plain.HELD, new Lost(lost))) {
            return;
        }
        calls.ended(this, false);
        tell(lost);
    }

    private void tell(Loss lost) {
        for (Consumer<Loss> listener : List.copyOf(listeners)) {
            if (listeners.remove(listener)) {
                context.work(() -> listener.accept(lost));
            }
        }
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return grant.toString();
    }
}
