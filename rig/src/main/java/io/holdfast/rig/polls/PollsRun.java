package io.holdfast.rig.polls;

import io.holdfast.rig.process.ProcFiles;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.wire.Answer;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Caller;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Long polls, each with its own connection and session, waiting for one key that is released one by
 * one. Each is queued before the next one starts, so their order is known.
 */
public final class PollsRun {

    private static final String KEY = "polls";
    private static final int WAIT_SECONDS = 3600;
    private static final long ANSWER_SECONDS_MAX = 60;
    private static final int PING_EVERY = 100;

    private final ServerProcess server;
    private final int count;

    /** A waiting request occupies its connection, so each poll opens one. */
    private final Wire polls;

    private final BlockingQueue<Answered> answered = new LinkedBlockingQueue<>();

    private record Answered(int number, Answer answer) {}

    /** The measurements. Every poll was answered in order, otherwise the run would have failed. */
    public record Report(
            int polls,
            long idleMegabytes,
            long parkedMegabytes,
            long parkedHeapMegabytes,
            long parkMillis,
            long handoverMillis) {

        @Override
        public String toString() {
            return polls + " long polls, all answered and in order; parked in " + parkMillis
                    + " ms, handed over in " + handoverMillis + " ms ("
                    + handoverMillis * 1000 / Math.max(1, polls)
                    + " us each); server's memory " + idleMegabytes + " MB idle, "
                    + parkedMegabytes + " MB with all parked (live heap "
                    + parkedHeapMegabytes + " MB)";
        }
    }

    public PollsRun(ServerProcess server, int count) {
        this.server = server;
        this.count = count;
        this.polls = new Wire(server.port());
    }

    public Report run() throws IOException {
        long idleMegabytes = ProcFiles.residentMegabytes(server.pid());
        try (polls;
                Caller control = Caller.open(new Wire(server.port()))) {
            String token = control.acquire(KEY, 0, WAIT_SECONDS).text("token");
            long beganNanos = System.nanoTime();
            for (int number = 0; number < count; number++) {
                park(number, control.wire());
                if (number % PING_EVERY == 0) {
                    // The holder's session must be kept alive; a waiting request keeps its own
                    // alive.
                    control.ping();
                }
            }
            long parkedNanos = System.nanoTime();
            long parkedMegabytes = ProcFiles.residentMegabytes(server.pid());
            long heapMegabytes = Heap.liveMegabytes(server.pid());
            long releasedNanos = System.nanoTime();
            handOver(control, token);
            return new Report(
                    count,
                    idleMegabytes,
                    parkedMegabytes,
                    heapMegabytes,
                    TimeUnit.NANOSECONDS.toMillis(parkedNanos - beganNanos),
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - releasedNanos));
        }
    }

    private void park(int number, Wire control) throws IOException {
        Caller poll = Caller.open(polls);
        polls.start(Caller.acquiring(poll.session(), KEY, WAIT_SECONDS, WAIT_SECONDS), WAIT_SECONDS)
                .thenAccept(answer -> answered.add(new Answered(number, answer)));
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_SECONDS_MAX);
        while (waiters(control) <= number) {
            if (System.nanoTime() > endNanos) {
                throw new IOException("poll " + number + " is not in the queue");
            }
        }
    }

    private static long waiters(Wire control) throws IOException {
        Object locks = control.ask(Request.get("/v1/stats")).json().get("locks");
        if (locks instanceof List<?> rows) {
            for (Object row : rows) {
                if (row instanceof Map<?, ?> fields
                        && KEY.equals(fields.get("key"))
                        && fields.get("waiters") instanceof Long waiters) {
                    return waiters;
                }
            }
        }
        return 0;
    }

    private void handOver(Caller control, String first) throws IOException {
        String token = first;
        long fence = 0;
        for (int number = 0; number < count; number++) {
            if (control.release(KEY, token).status() != 204) {
                throw new IOException("the holder before poll " + number + " is gone");
            }
            Reply reply = reply(number);
            token = reply.text("token");
            long next = reply.number("fence");
            if (!reply.text("status").equals("ok") || next <= fence) {
                throw new IOException("poll " + number + " got " + reply.line());
            }
            fence = next;
        }
        control.release(KEY, token);
    }

    /** Returns the reply of the next poll with an answer, which must be the expected one. */
    private Reply reply(int expected) throws IOException {
        try {
            Answered next = answered.poll(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
            if (next == null) {
                throw new IOException("poll " + expected + " was not answered");
            }
            if (next.number() != expected) {
                throw new IOException("poll " + next.number() + " was answered before its turn, "
                        + expected + " is next");
            }
            if (next.answer() instanceof Reply reply && reply.status() == 200) {
                return reply;
            }
            throw new IOException("poll " + expected + " got " + next.answer());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
