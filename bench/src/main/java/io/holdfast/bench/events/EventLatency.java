package io.holdfast.bench.events;

import io.holdfast.bench.load.AskingAhead;
import io.holdfast.bench.load.Latencies;
import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.load.Parts;
import io.holdfast.bench.servers.Subject;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Acquires locks at an even rate, which does not depend on the answers, and measures the time from
 * the scheduled time of each request until a reader has its event. It is an upper bound: the time
 * of the request is a part of it.
 */
final class EventLatency {

    private static final int CONNECTIONS = 16;
    private static final long START_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(30);

    private final Subject subject;
    private final HeldLocks locks;
    private final Latencies latencies = new Latencies();
    private final List<String> problems = new ArrayList<>();

    EventLatency(Subject subject, HeldLocks locks) {
        this.subject = subject;
        this.locks = locks;
    }

    /** @param warmupSeconds load before the measured time, whose events are not counted */
    Measurement run(double rate, double warmupSeconds, double seconds)
            throws IOException, InterruptedException {
        int first = locks.size();
        int skipped = (int) (rate * warmupSeconds);
        int count = skipped + Math.max(1, (int) (rate * seconds));
        long intervalNanos = (long) (TimeUnit.SECONDS.toNanos(1) / rate);
        long processorNanos;
        long startNanos;
        try (EventStream stream =
                new EventStream(subject, "?kind=granted&prefix=" + locks.prefix())) {
            startNanos = System.nanoTime() + START_NANOS;
            Thread reader = Thread.ofPlatform()
                    .daemon()
                    .name("event-latency")
                    .start(() -> read(stream, first, skipped, count, startNanos, intervalNanos));
            processorNanos = subject.processorNanos();
            Parts.run(CONNECTIONS, part -> ask(first, part, count, startNanos, intervalNanos));
            reader.join(PATIENCE_MILLIS);
            if (reader.isAlive()) {
                throw new IOException("events are missing");
            }
        }
        locks.acquired(first + count);
        return new Measurement(
                latencies,
                latencies,
                (count - skipped) * intervalNanos,
                processorNanos < 0 ? -1 : subject.processorNanos() - processorNanos,
                0,
                problems.size(),
                problems);
    }

    private void ask(int first, int part, int count, long startNanos, long intervalNanos)
            throws IOException {
        try (AskingAhead talk = new AskingAhead(subject.address())) {
            for (int i = part; i < count; i += CONNECTIONS) {
                long dueNanos = startNanos + i * intervalNanos;
                for (long left = dueNanos - System.nanoTime();
                        left > 0;
                        left = dueNanos - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                talk.ask(locks.request(first + i));
                talk.hear(1);
            }
        }
    }

    private void read(
            EventStream stream,
            int first,
            int skipped,
            int count,
            long startNanos,
            long intervalNanos) {
        String start = "\"key\":\"" + locks.prefix();
        try {
            for (int seen = 0; seen < count; ) {
                String line = stream.line();
                int at = line.indexOf(start);
                if (at >= 0) {
                    long now = System.nanoTime();
                    int from = at + start.length();
                    int number = Integer.parseInt(line, from, line.indexOf('"', from), 10) - first;
                    if (number >= skipped) {
                        latencies.record(now - startNanos - number * intervalNanos);
                    }
                    seen++;
                }
            }
        } catch (IOException ended) {
            problems.add("the event stream ended: " + ended.getMessage());
        }
    }
}
