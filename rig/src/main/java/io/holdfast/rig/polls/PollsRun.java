package io.holdfast.rig.polls;

import io.holdfast.rig.process.ProcFiles;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.wire.Caller;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Long polls, each with its own connection and session, waiting for one key that is released one by
 * one. Each is queued before the next one starts, so their order is known.
 */
public final class PollsRun {

    private static final String KEY = "polls";
    private static final int WAIT_SECONDS = 3600;
    private static final long ANSWER_MILLIS_MAX = 60_000;
    private static final int PING_EVERY = 100;

    private final ServerProcess server;
    private final int count;
    private final List<Poll> polls = new ArrayList<>();

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
    }

    public Report run() throws IOException {
        long idleMegabytes = ProcFiles.residentMegabytes(server.pid());
        try (Caller control = Caller.open(new Wire(server.port()));
                Selector selector = Selector.open()) {
            String token = control.acquire(KEY, 0, WAIT_SECONDS).text("token");
            long beganNanos = System.nanoTime();
            for (int number = 0; number < count; number++) {
                park(number, control.wire(), selector);
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
            handOver(control, token, selector);
            return new Report(
                    count,
                    idleMegabytes,
                    parkedMegabytes,
                    heapMegabytes,
                    TimeUnit.NANOSECONDS.toMillis(parkedNanos - beganNanos),
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - releasedNanos));
        } finally {
            polls.forEach(Poll::close);
        }
    }

    private void park(int number, Wire control, Selector selector) throws IOException {
        Poll poll = Poll.connect(number, server.port());
        polls.add(poll);
        poll.send(Request.post("/v1/sessions", null, null));
        String session = String.valueOf(poll.reply().get("session_id"));
        poll.send(Caller.acquiring(session, KEY, WAIT_SECONDS, WAIT_SECONDS));
        poll.channel.configureBlocking(false);
        poll.channel.register(selector, SelectionKey.OP_READ, poll);
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWER_MILLIS_MAX);
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

    private void handOver(Caller control, String first, Selector selector) throws IOException {
        String token = first;
        long fence = 0;
        for (Poll expected : polls) {
            if (control.release(KEY, token).status() != 204) {
                throw new IOException("the holder before poll " + expected.number + " is gone");
            }
            Map<String, Object> reply = answered(expected, selector).reply();
            token = String.valueOf(reply.get("token"));
            long next = reply.get("fence") instanceof Long number ? number : -1;
            if (!"ok".equals(reply.get("status")) || next <= fence) {
                throw new IOException("poll " + expected.number + " got " + reply);
            }
            fence = next;
        }
        control.release(KEY, token);
    }

    /** Returns the next poll with an answer, which must be the expected one. */
    private static Poll answered(Poll expected, Selector selector) throws IOException {
        if (selector.select(ANSWER_MILLIS_MAX) == 0) {
            throw new IOException("poll " + expected.number + " was not answered");
        }
        Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
        Poll poll = (Poll) ready.next().attachment();
        ready.remove();
        if (poll != expected || ready.hasNext()) {
            throw new IOException("poll " + poll.number + " was answered before its turn, "
                    + expected.number + " is next");
        }
        return poll;
    }
}
