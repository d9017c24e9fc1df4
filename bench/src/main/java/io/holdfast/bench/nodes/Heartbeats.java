package io.holdfast.bench.nodes;

import io.holdfast.bench.servers.Subject;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** Renews many leases at an even pace, as that many workers with a timer would. */
final class Heartbeats {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final int AT_ONCE = 16;

    private final Subject subject;
    private final NodeDialogues dialogues;

    Heartbeats(Subject subject, NodeDialogues dialogues) {
        this.subject = subject;
        this.dialogues = dialogues;
    }

    /**
     * What was found.
     *
     * @param coreShare the part of one core that the server used
     */
    record Result(double perSecond, double coreShare) {}

    /** Renews the second half of the nodes, all of them once in so many seconds. */
    Result run(double everySeconds, double seconds) throws IOException {
        int first = dialogues.nodes() / 2;
        int leases = dialogues.nodes() - first;
        double gapNanos = everySeconds * NANOS_PER_SECOND / leases * AT_ONCE;
        try (Talk talk = new Talk(subject.address())) {
            long processor = subject.processorNanos();
            long began = System.nanoTime();
            long end = began + (long) (seconds * NANOS_PER_SECOND);
            long sent = 0;
            while (System.nanoTime() < end) {
                StringBuilder ahead = new StringBuilder();
                for (int i = 0; i < AT_ONCE; i++) {
                    int node = first + (int) ((sent + i) % leases);
                    String path = "/v1/nodes/" + NodeDialogues.id(node) + "/renew";
                    ahead.append(dialogues.request(
                            "POST", path, NodeDialogues.holder(node), "{\"session\":\"run\"}"));
                }
                talk.ask(ahead.toString());
                talk.hear(AT_ONCE);
                sent += AT_ONCE;
                long next = began + (long) (sent / (double) AT_ONCE * gapNanos);
                LockSupport.parkNanos(next - System.nanoTime());
            }
            double took = System.nanoTime() - began;
            return new Result(
                    sent * NANOS_PER_SECOND / took, (subject.processorNanos() - processor) / took);
        }
    }
}
