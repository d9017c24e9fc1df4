package io.holdfast.cli.bench;

import io.holdfast.cli.common.Target;
import io.holdfast.client.Acquired;
import io.holdfast.client.DistributedLock;
import io.holdfast.client.Holdfast;
import io.holdfast.client.HoldfastException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One client of the load: acquires and releases its lock until the time is over. */
final class Pairs {

    /** A client that waits longer than this for the shared lock gives up. */
    private static final Duration WAIT_MAX = Duration.ofMinutes(1);

    private final Target target;
    private final String key;
    private final boolean waits;
    private final Latencies latencies = new Latencies();
    private String problem = "";

    Pairs(Target target, String key, boolean waits) {
        this.target = target;
        this.key = key;
        this.waits = waits;
    }

    /** Runs all clients at the same time, and returns when they have ended. */
    static void run(List<Pairs> all, Duration warmUp, Duration length) throws InterruptedException {
        long countedNanos = System.nanoTime() + warmUp.toNanos();
        long endNanos = countedNanos + length.toNanos();
        List<Thread> threads = new ArrayList<>();
        for (Pairs pairs : all) {
            threads.add(Thread.ofPlatform()
                    .daemon()
                    .start(() -> pairs.measure(countedNanos, endNanos)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void measure(long countedNanos, long endNanos) {
        try (Holdfast client = target.client()) {
            DistributedLock lock = client.lock(key);
            while (problem.isEmpty()) {
                long beginNanos = System.nanoTime();
                if (beginNanos - endNanos >= 0) {
                    return;
                }
                pair(lock);
                if (beginNanos - countedNanos >= 0 && problem.isEmpty()) {
                    latencies.add(System.nanoTime() - beginNanos);
                }
            }
        } catch (HoldfastException e) {
            problem = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pair(DistributedLock lock) throws InterruptedException {
        Acquired acquired = lock.acquire(waits ? WAIT_MAX : Duration.ZERO);
        if (acquired instanceof Acquired.Granted granted) {
            if (!granted.lease().release()) {
                problem = "the release of " + key + " was not confirmed";
            }
        } else if (acquired instanceof Acquired.Refused refused) {
            problem = refused.detail();
        } else if (acquired instanceof Acquired.Unknown unknown) {
            problem = unknown.detail();
        }
    }

    /** The durations of all pairs; complete when {@link #run} has returned. */
    Latencies latencies() {
        return latencies;
    }

    /** Returns why it ended early, or an empty text. */
    String problem() {
        return problem;
    }
}
