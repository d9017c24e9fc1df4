package io.holdfast.client;

import io.holdfast.client.http.Call;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A session of the locks API, as the client knows it. */
final class Session {

    private final String id;
    private final long idleNanos;
    private final boolean shared;
    private final AtomicLong heardNanos;
    private volatile boolean ended;
    private volatile @Nullable Call waiting;

    /**
     * Creates a session.
     *
     * @param idleNanos the idle timeout; zero if the session never idles out
     * @param heardNanos when the last request was sent that the server has answered
     * @param shared whether calls that do not wait use it
     */
    Session(String id, long idleNanos, long heardNanos, boolean shared) {
        this.id = id;
        this.idleNanos = idleNanos;
        this.heardNanos = new AtomicLong(heardNanos);
        this.shared = shared;
    }

    String id() {
        return id;
    }

    boolean isShared() {
        return shared;
    }

    /** Notes that the server has answered a request that was sent at that time. */
    void heard(long sentNanos) {
        heardNanos.accumulateAndGet(sentNanos, Math::max);
    }

    /** Returns when the server may end the session: after twice its idle timeout in silence. */
    long aliveUntilNanos() {
        if (ended) {
            return Long.MIN_VALUE;
        }
        return idleNanos == 0 ? Long.MAX_VALUE : heardNanos.get() + 2 * idleNanos;
    }

    /** Returns when the session has to be pinged next. */
    long pingAtNanos() {
        return idleNanos == 0 ? Long.MAX_VALUE : heardNanos.get() + idleNanos / 2;
    }

    long idleNanos() {
        return idleNanos;
    }

    void end() {
        ended = true;
    }

    boolean isEnded() {
        return ended;
    }

    /** Returns the call that waits in this session, which needs the same member to live on. */
    @Nullable
    Call waiting() {
        return waiting;
    }

    void waiting(@Nullable Call call) {
        waiting = call;
    }
}
