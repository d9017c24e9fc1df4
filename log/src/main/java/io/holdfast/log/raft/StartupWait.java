package io.holdfast.log.raft;

import io.holdfast.log.Clock;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits during the start for other members, and logs the reason every minute. */
final class StartupWait {

    private static final Logger LOG = LoggerFactory.getLogger(StartupWait.class);
    private static final long PAUSE_MILLIS = 50;
    private static final long SAID_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Clock clock;
    private final BooleanSupplier over;

    /** @param over whether to stop waiting, because the log was closed */
    StartupWait(Clock clock, BooleanSupplier over) {
        this.clock = clock;
        this.over = over;
    }

    /** A condition; a failure counts as not yet fulfilled. */
    interface Attempt {
        boolean succeeds() throws IOException;
    }

    void until(Attempt attempt, Supplier<String> what) throws IOException {
        long saidNanos = clock.monotonicNanos();
        while (!succeeds(attempt, what)) {
            if (over.getAsBoolean()) {
                throw new IOException("The server was stopped while it waited for " + what.get());
            }
            if (clock.monotonicNanos() - saidNanos > SAID_NANOS) {
                saidNanos = clock.monotonicNanos();
                LOG.info("waiting for {}", what.get());
            }
            pause();
        }
    }

    private static boolean succeeds(Attempt attempt, Supplier<String> what) {
        try {
            return attempt.succeeds();
        } catch (IOException | RuntimeException e) {
            LOG.debug("still waiting for {}", what.get(), e);
            return false;
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for other members", e);
        }
    }
}
