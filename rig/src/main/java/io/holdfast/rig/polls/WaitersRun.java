package io.holdfast.rig.polls;

import io.holdfast.rig.process.ProcFiles;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Caller;
import io.holdfast.rig.wire.Wire;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Many sessions in one queue, without a connection each: they enqueue and return later. */
public final class WaitersRun {

    private static final String KEY = "line";
    private static final int TTL_SECONDS = 3600;

    private final ServerProcess server;
    private final int count;

    /** The measurements. Every waiter was served in order, otherwise the run would have failed. */
    public record Report(
            int waiters,
            long idleMegabytes,
            long queuedMegabytes,
            long queuedHeapMegabytes,
            long queueMillis,
            long serveMillis) {

        @Override
        public String toString() {
            return waiters + " waiters on one key, all served and in order; queued in "
                    + queueMillis + " ms, served in " + serveMillis + " ms ("
                    + serveMillis * 1000 / Math.max(1, waiters)
                    + " us for each release and wait); server's memory " + idleMegabytes
                    + " MB idle, " + queuedMegabytes + " MB with all queued (live heap "
                    + queuedHeapMegabytes + " MB)";
        }
    }

    /** The server must keep sessions for the duration of the run. */
    public WaitersRun(ServerProcess server, int count) {
        this.server = server;
        this.count = count;
    }

    public Report run() throws IOException {
        long idleMegabytes = ProcFiles.residentMegabytes(server.pid());
        try (Caller control = Caller.open(new Wire(server.port()))) {
            String token = control.acquire(KEY, 0, TTL_SECONDS).text("token");
            long beganNanos = System.nanoTime();
            Map<Long, String> sessions = queue(control.wire());
            long queuedNanos = System.nanoTime();
            long queuedMegabytes = ProcFiles.residentMegabytes(server.pid());
            long heapMegabytes = Heap.liveMegabytes(server.pid());
            long servedFromNanos = System.nanoTime();
            serve(control, token, sessions);
            return new Report(
                    count,
                    idleMegabytes,
                    queuedMegabytes,
                    heapMegabytes,
                    TimeUnit.NANOSECONDS.toMillis(queuedNanos - beganNanos),
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - servedFromNanos));
        }
    }

    private Map<Long, String> queue(Wire wire) throws IOException {
        Map<Long, String> sessions = new TreeMap<>();
        for (int number = 0; number < count; number++) {
            Caller waiter = Caller.open(wire);
            Reply reply = waiter.enqueue(KEY, TTL_SECONDS);
            if (!reply.text("status").equals("queued")
                    || sessions.put(reply.number("position"), waiter.session()) != null) {
                throw new IOException("waiter " + number + " got " + reply.line());
            }
        }
        return sessions;
    }

    /** Each release grants the next place, so a wait of zero seconds finds its grant. */
    private static void serve(Caller control, String first, Map<Long, String> sessions)
            throws IOException {
        String token = first;
        long fence = 0;
        for (Map.Entry<Long, String> next : sessions.entrySet()) {
            if (control.release(KEY, token).status() != 204) {
                throw new IOException("the holder before " + next.getKey() + " is gone");
            }
            Reply reply = Caller.resume(control.wire(), next.getValue()).await(KEY, 0);
            if (!reply.text("status").equals("ok") || reply.number("fence") <= fence) {
                throw new IOException("position " + next.getKey() + " got " + reply.line());
            }
            token = reply.text("token");
            fence = reply.number("fence");
        }
    }
}
