package io.holdfast.server.auth.oidc;

import io.holdfast.log.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The issuer's keys as they were last heard. They are fetched in the background, at the start and
 * from time to time, and once a minute at most where a token names one that is not among them. An
 * issuer that does not answer changes nothing until the keys are a day old.
 *
 * <p>Threading: may be asked from any thread and never blocks. One fetch is under way at most, on a
 * thread of its own.
 */
final class IssuerKeys implements AutoCloseable {

    /** Where keys come from; may block. */
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
    /** Counts fetches, so that a wake-up for one that came earlier by another reason is void. */
    private long loads;

    private boolean closed;

    IssuerKeys(Source source, Clock clock) {
        this.source = source;
        this.clock = clock;
    }

    /** Begins to fetch; the server starts meanwhile, whether the issuer answers or not. */
    void start() {
        load();
    }

    /** The keys, where there are any that are not too old. */
    @Nullable
    KeySet current() {
        KeySet now = keys;
        return now != null && clock.monotonicNanos() - loadedNanos < KEPT.toNanos() ? now : null;
    }

    /** Ends when the fetch that is under way does, well or not; null where there is none. */
    synchronized @Nullable CompletableFuture<Void> underWay() {
        return loading;
    }

    /**
     * Asks the issuer because of a key that is not known. Ends when it has answered or failed to;
     * null where it was asked for such a reason less than a minute ago.
     */
    synchronized @Nullable CompletableFuture<Void> ask() {
        long now = clock.monotonicNanos();
        if (askedNanos != null && now - askedNanos < BETWEEN_QUESTIONS.toNanos()) {
            return null;
        }
        askedNanos = now;
        return load();
    }

    /** In how many seconds it may be worth asking again. */
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
            // Whatever it was, there has to be a next time.
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
        // The same object where nothing changed: verified tokens stay so.
        keys = before != null && before.isSame(fresh) ? before : fresh;
        loadedNanos = clock.monotonicNanos();
        if (before == null || failures > 0) {
            LOG.info("the keys of the issuer of tokens were read");
        }
        failures = 0;
        ended(REFRESH.toNanos());
    }

    private synchronized void failed(Throwable why) {
        failures++;
        if (failures == 1 && !closed) {
            LOG.warn("the keys of the issuer of tokens cannot be read: {}", why.getMessage());
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
