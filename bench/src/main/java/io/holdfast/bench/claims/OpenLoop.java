package io.holdfast.bench.claims;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Sends requests at a rate that does not depend on the answers. Each has a scheduled time, and its
 * latency counts from then: a stalled server cannot slow down the load and thereby appear fast.
 */
final class OpenLoop {

    private static final long NANOS_MAX = 60_000_000_000L;
    private static final int DIGITS = 3;

    /**
     * The result for one rate.
     *
     * @param perSecond answered requests per second in the measured time
     * @param activations those of them that requested activation
     */
    record Result(
            double asked, double perSecond, double activations, Histogram latencies, long faults) {

        double p99Millis() {
            return latencies.getValueAtPercentile(99) / 1e6;
        }

        double p50Millis() {
            return latencies.getValueAtPercentile(50) / 1e6;
        }
    }

    private final InetSocketAddress to;
    private final int connections;

    OpenLoop(InetSocketAddress to, int connections) {
        this.to = to;
        this.connections = connections;
    }

    Result run(Mix mix, double rate, double warmupSeconds, double seconds)
            throws IOException, InterruptedException {
        try (Talk talk = new Talk(to)) {
            mix.prepare(talk);
        }
        long intervalNanos = Math.max(1, (long) (1e9 / rate));
        long startNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100);
        long measureNanos = startNanos + (long) (warmupSeconds * 1e9);
        long endNanos = measureNanos + (long) (seconds * 1e9);
        AtomicLong next = new AtomicLong();
        Histogram latencies = new ConcurrentHistogram(NANOS_MAX, DIGITS);
        AtomicLong activations = new AtomicLong();
        AtomicLong lost = new AtomicLong();
        List<Talk> talks = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        try {
            for (int i = 0; i < connections; i++) {
                talks.add(new Talk(to));
            }
            for (Talk talk : talks) {
                threads.add(Thread.ofPlatform().start(() -> {
                    try {
                        while (true) {
                            long number = next.getAndIncrement();
                            long dueNanos = startNanos + number * intervalNanos;
                            if (dueNanos >= endNanos) {
                                return;
                            }
                            sleepUntil(dueNanos);
                            Mix.Kind kind = mix.ask(talk, number);
                            if (dueNanos >= measureNanos) {
                                long nanos = System.nanoTime() - dueNanos;
                                latencies.recordValue(Math.clamp(nanos, 0, NANOS_MAX));
                                activations.addAndGet(kind == Mix.Kind.ACTIVATE ? 1 : 0);
                            }
                        }
                    } catch (IOException e) {
                        lost.incrementAndGet();
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        } finally {
            for (Talk talk : talks) {
                talk.close();
            }
        }
        return new Result(
                rate,
                latencies.getTotalCount() / seconds,
                activations.get() / seconds,
                latencies,
                mix.faults.sum() + lost.get());
    }

    private static void sleepUntil(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
