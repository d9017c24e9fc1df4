package io.holdfast.rig.overload;

import io.holdfast.rig.history.Findings;
import io.holdfast.rig.history.Findings.Kind;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A well-behaved client: it acquires one lock with a lease of 15 s, renews it every 3 s, and
 * acquires and releases another one a few times a second. A lost lease is a finding.
 */
abstract class Steady implements Runnable {

    static final int LEASE_SECONDS = 15;

    private static final long RENEW_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long PAUSE_MILLIS = 100;

    private final String name;
    private final Findings findings;
    private final Supplier<Latencies> latencies;
    private final BooleanSupplier over;

    /** {@code latencies} supplies those of the current phase. */
    Steady(String name, Findings findings, Supplier<Latencies> latencies, BooleanSupplier over) {
        this.name = name;
        this.findings = findings;
        this.latencies = latencies;
        this.over = over;
    }

    /**
     * Acquires a lock and returns its token, or null if the server definitely refuses a new one.
     */
    abstract @Nullable String take(String key) throws IOException;

    /** Fails if the token no longer holds the lock. */
    abstract void renew(String key, String token) throws IOException;

    abstract void giveBack(String key, String token) throws IOException;

    @Override
    public final void run() {
        String kept = name + "-kept";
        String brief = name + "-brief";
        try {
            String token = take(kept);
            if (token == null) {
                throw new IOException("refused before the attack");
            }
            long renewedNanos = System.nanoTime();
            while (!over.getAsBoolean()) {
                timed(() -> takeBriefly(brief));
                if (System.nanoTime() - renewedNanos > RENEW_NANOS) {
                    renewedNanos = System.nanoTime();
                    timed(() -> renew(kept, token));
                }
                Thread.sleep(PAUSE_MILLIS);
            }
            giveBack(kept, token);
        } catch (IOException e) {
            findings.add(Kind.LOST, name + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A full server may refuse new locks, but held locks must never be lost. */
    private void takeBriefly(String key) throws IOException {
        String token = take(key);
        if (token == null) {
            latencies.get().refused();
        } else {
            giveBack(key, token);
        }
    }

    private interface Step {
        void take() throws IOException;
    }

    private void timed(Step step) throws IOException {
        long beganNanos = System.nanoTime();
        step.take();
        latencies.get().add(System.nanoTime() - beganNanos);
    }
}
