package io.holdfast.bench.nodes;

import io.holdfast.bench.load.AskingAhead;
import io.holdfast.bench.load.Parts;
import io.holdfast.bench.servers.Subject;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Renews many leases at an even rate, like that many workers with a timer. */
final class Heartbeats {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final int CONNECTIONS = 64;

    private final Subject subject;
    private final NodeDialogues dialogues;
    private final LongAdder sent = new LongAdder();

    Heartbeats(Subject subject, NodeDialogues dialogues) {
        this.subject = subject;
        this.dialogues = dialogues;
    }

    /**
     * The result.
     *
     * @param coreShare the share of one core that the server used
     */
    record Result(double perSecond, double coreShare) {}

    /** Renews the second half of the nodes, each of them once per {@code everySeconds}. */
    Result run(double everySeconds, double seconds) throws IOException, InterruptedException {
        int first = dialogues.nodes() / 2;
        int leases = dialogues.nodes() - first;
        int connections = Math.min(CONNECTIONS, leases);
        long gapNanos = (long) (everySeconds * NANOS_PER_SECOND / leases * connections);
        long processor = subject.processorNanos();
        long began = System.nanoTime();
        long end = began + (long) (seconds * NANOS_PER_SECOND);
        Parts.run(connections, offset -> {
            long from = began + gapNanos * offset / connections;
            beat(first, leases, offset, connections, from, gapNanos, end);
        });
        double took = System.nanoTime() - began;
        return new Result(
                sent.sum() * NANOS_PER_SECOND / took,
                (subject.processorNanos() - processor) / took);
    }

    /** Runs one connection with its share of the leases, one request at a time. */
    private void beat(
            int first, int leases, int offset, int step, long from, long gapNanos, long end)
            throws IOException {
        try (AskingAhead talk = new AskingAhead(subject.address())) {
            long next = from;
            for (int at = offset; next < end; at += step, next += gapNanos) {
                LockSupport.parkNanos(next - System.nanoTime());
                int node = first + at % leases;
                String path = "/v1/nodes/" + NodeDialogues.id(node) + "/renew";
                talk.ask(dialogues.request(
                        "POST", path, NodeDialogues.holder(node), "{\"session\":\"run\"}"));
                talk.hear(1);
                sent.increment();
            }
        }
    }
}
