package io.holdfast.server.dashboard;

import io.holdfast.server.LineClient;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Held locks, and clients that cause events at an even rate, for what is measured meanwhile. */
final class SteadyEvents implements AutoCloseable {

    private static final int CLIENTS = 8;
    private static final int KEYS_PER_CLIENT = 16;

    /** An acquire and a release are an event each. */
    private static final int EVENTS_PER_PAIR = 2;

    private final LineClient holder;
    private final List<Thread> threads = new ArrayList<>();
    private final LongAdder events = new LongAdder();
    private final long startNanos;
    private volatile boolean ended;

    SteadyEvents(int linePort, int held, int eventsPerSecond) {
        this.holder = new LineClient(linePort);
        for (int i = 0; i < held; i++) {
            grant(holder, "bench/held-" + i);
        }
        startNanos = System.nanoTime();
        long pauseNanos = TimeUnit.SECONDS.toNanos(1) * CLIENTS * EVENTS_PER_PAIR / eventsPerSecond;
        for (int client = 0; client < CLIENTS; client++) {
            String prefix = "bench/busy-" + client + "-";
            threads.add(Thread.ofPlatform()
                    .daemon()
                    .name("steady-events-" + client)
                    .start(() -> work(linePort, prefix, pauseNanos)));
        }
    }

    private static String grant(LineClient client, String key) {
        String reply = client.ask("l", key, "0 3600");
        if (!reply.startsWith("ok ")) {
            throw new AssertionError(key + ": " + reply);
        }
        return reply.split(" ")[1];
    }

    private void work(int linePort, String prefix, long pauseNanos) {
        try (LineClient client = new LineClient(linePort)) {
            long next = System.nanoTime();
            for (int i = 0; !ended; i++) {
                String key = prefix + i % KEYS_PER_CLIENT;
                client.ask("r", key, grant(client, key));
                events.add(EVENTS_PER_PAIR);
                next += pauseNanos;
                LockSupport.parkNanos(next - System.nanoTime());
            }
        }
    }

    /** Returns the rate since the start; a slow machine may not reach the wanted one. */
    double perSecond() {
        return events.sum()
                / ((System.nanoTime() - startNanos) / (double) TimeUnit.SECONDS.toNanos(1));
    }

    @Override
    public void close() {
        ended = true;
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        holder.close();
    }
}
