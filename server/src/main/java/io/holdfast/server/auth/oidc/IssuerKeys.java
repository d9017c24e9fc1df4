package io.holdfast.server.auth.oidc;

import io.holdfast.log.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The issuer's last known keys. They are fetched in the background: at the start, periodically, and
 * at most once a minute if a token names an unknown key. If the issuer does not answer, the keys
 * stay valid until they are a day old.
 *
 * <p>Threading: may be called from any thread and never blocks. At most one fetch is in progress,
 * on a thread of its own.
 */
final class IssuerKeys implements AutoCloseable {

    /** Loads the keys; may block. */
    interface Source {
        KeySet load() throws IOException, InterruptedException;
    }

    static final Duration REFRESH = Duration.ofMinutes(10);
    static final Duration KEPT = Duration.ofHours(24);
    static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(60);

    private static final int RETRY_SECONDS_MAX = 60;
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final Logger LOG = LoggerFactory.getLogger(IssuerKeys.class);

    private final Source source;
    private final Clock clock;

    private volatile @Nullable KeySet keys;
    private volatile long loadedNanos;
    private @Nullable CompletableFuture<Void> loading;
    private @Nullable Long askedNanos;
    private int failures;
    /** Counts fetches, so that the timer of an already repeated fetch is ignored. */
    private long loads;

    private boolean closed;

    IssuerKeys(Source source, Clock clock) {
        this.source = source;
        this.clock = clock;
    }

    /**
     * Starts the first fetch without waiting for it: the server starts even if the issuer does not
     * answer.
     */
    void start() {
        load();
    }

    /** Returns the keys, or null if there are none or they are too old. */
    @Nullable
    KeySet current() {
        KeySet now = keys;
        return now != null && clock.monotonicNanos() - loadedNanos < KEPT.toNanos() ? now : null;
    }

    /**
     * Returns a future that completes with the fetch in progress, successful or not; null if there
     * is none.
     */
    synchronized @Nullable CompletableFuture<Void> underWay() {
        return loading;
    }

    /**
     * Fetches the keys because a token names an unknown one. The future completes when the fetch
     * ends, successful or not; null if the last such fetch was less than a minute ago.
     */
    synchronized @Nullable CompletableFuture<Void> ask() {
        long now = clock.monotonicNanos();
        if (askedNanos != null && now - askedNanos < BETWEEN_QUESTIONS.toNanos()) {
            return null;
        }
        askedNanos = now;
        return load();
    }

    /** Returns after how many seconds a retry may succeed. */
    synchronized long retrySeconds() {
        return Math.min(RETRY_SECONDS_MAX, 1L << Math.min(failures, 6));
    }

    private synchronized CompletableFuture<Void> load() {
        if (closed) {
            return CompletableFuture.completedFuture(null);
        }
        if (loading != null) {
            return loading;
        }
        CompletableFuture<Void> end = new CompletableFuture<>();
        loading = end;
        loads++;
        Thread.ofVirtual().name("oidc-keys").start(() -> fetch(end));
        return end;
    }

    private void fetch(CompletableFuture<Void> end) {
        try {
            loaded(source.load());
        } catch (IOException | RuntimeException | Error e) {
            // After any error, the next fetch must still be scheduled.
            failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failed(e);
        } finally {
            end.complete(null);
        }
    }

    private synchronized void loaded(KeySet fresh) {
        KeySet before = keys;
        // If nothing changed, the object stays the same, and cached verified tokens stay valid.
        keys = before != null && before.isSame(fresh) ? before : fresh;
        loadedNanos = clock.monotonicNanos();
        if (before == null || failures > 0) {
            LOG.info("fetched the token issuer's keys");
        }
        failures = 0;
        ended(REFRESH.toNanos());
    }

    private synchronized void failed(Throwable why) {
        failures++;
        if (failures == 1 && !closed) {
            LOG.warn("cannot fetch the token issuer's keys: {}", why.getMessage());
        }
        ended(retrySeconds() * SECOND_NANOS);
    }

    private void ended(long nextNanos) {
        loading = null;
        long number = loads;
        clock.wakeAt(clock.monotonicNanos() + nextNanos, () -> wake(number));
    }

    private synchronized void wake(long number) {
        if (number == loads) {
            load();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
