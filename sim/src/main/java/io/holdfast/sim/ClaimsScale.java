package io.holdfast.sim;

import io.holdfast.core.Machine;
import io.holdfast.core.SnapshotReader;
import io.holdfast.core.SnapshotWriter;
import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.ClaimsSettings;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.Settings;
import io.holdfast.core.query.ClaimFilter;
import io.holdfast.core.query.ClaimFilter.Range;
import io.holdfast.core.query.ClaimsPage;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.Origin;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Measures the memory of a million finished claims, and the time of lists over many claims. */
final class ClaimsScale {

    private static final int FINISHED = 1_000_000;
    private static final int DATA_BYTES = 200;
    private static final int LISTED_FINISHED = 200_000;
    private static final int LISTED_LIVE = 100_000;
    private static final long HOUR_NANOS = 3_600_000_000_000L;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Actor ACTOR = new Actor("", "someone", "10.0.0.1");

    private Machine machine = new Machine();
    private long sequence;

    void run() {
        long before = heapBytes();
        start();
        for (int i = 1; i <= FINISHED; i++) {
            create("sample-" + i % 100_000);
            ask(new ClaimsCommand.Move("", i, null, ClaimStatus.RELEASED));
        }
        long each = (heapBytes() - before) / FINISHED;
        System.out.printf(
                Locale.ROOT,
                "heap of a finished claim with %d bytes  %d bytes%n",
                DATA_BYTES,
                each);
        snapshot();
        lists();
    }

    private void start() {
        machine = new Machine();
        sequence = 0;
        ask(new MemberCommand.Started("n1", 1, 0, 0));
        ClaimsSettings claims = ClaimsSettings.DEFAULT;
        ask(new MemberCommand.Configure(Settings.DEFAULT.with(new ClaimsSettings(
                claims.graceNanos(),
                claims.keepNanos(),
                FINISHED,
                FINISHED,
                claims.dataBytesMax(),
                1L << 30))));
    }

    private void snapshot() {
        ArrayDeque<byte[]> pieces = pieces();
        machine = new Machine();
        long from = cpuNanos();
        SnapshotReader reader = new SnapshotReader();
        while (!pieces.isEmpty()) {
            reader.accept(pieces.removeFirst());
        }
        machine = reader.finish();
        System.out.printf(Locale.ROOT, "read back in %.0f ms%n", (cpuNanos() - from) / 1e6);
    }

    private ArrayDeque<byte[]> pieces() {
        SnapshotWriter writer = machine.snapshot();
        long longestNanos = 0;
        long bytes = 0;
        ArrayDeque<byte[]> pieces = new ArrayDeque<>();
        long from = cpuNanos();
        for (byte[] piece = writer.next(128 << 10); piece != null; piece = writer.next(128 << 10)) {
            longestNanos = Math.max(longestNanos, cpuNanos() - from);
            pieces.add(piece);
            bytes += piece.length;
            from = cpuNanos();
        }
        System.out.printf(
                Locale.ROOT,
                "snapshot: %,d bytes, longest piece %.1f ms%n",
                bytes,
                longestNanos / 1e6);
        return pieces;
    }

    private void lists() {
        start();
        for (int i = 1; i <= LISTED_FINISHED; i++) {
            create(i % 2 == 0 ? "busy" : "sample-" + i);
            ask(new ClaimsCommand.Move("", i, null, ClaimStatus.RELEASED));
        }
        for (int i = 0; i < LISTED_LIVE; i++) {
            create("live-" + i / 2);
        }
        create("busy");
        list("by resource", filter("busy", null, Range.OPEN));
        list("by resource and status", filter("busy", ClaimStatus.ACTIVE, Range.OPEN));
        list("by status", filter(null, ClaimStatus.WAITING, Range.OPEN));
        list("by status and ttl", filter(null, ClaimStatus.ACTIVE, new Range(0, 1e9)));
        list("by resource and ttl", filter("busy", null, new Range(0, 1e9)));
        list("all", ClaimFilter.ALL);
    }

    private static ClaimFilter filter(
            @Nullable String resource, @Nullable ClaimStatus status, Range ttl) {
        return new ClaimFilter(resource, status, Range.OPEN, ttl, Range.OPEN, Range.OPEN);
    }

    private void list(String what, ClaimFilter filter) {
        long bestNanos = Long.MAX_VALUE;
        int size = 0;
        for (int round = 0; round < 20; round++) {
            long from = cpuNanos();
            ClaimsPage page = machine.read(
                    new Query.ListClaims("", filter, 0, 0, 100),
                    new ReadPoint(0, machine.nowNanos()));
            bestNanos = Math.min(bestNanos, cpuNanos() - from);
            size = page.claims().size();
        }
        System.out.printf(
                Locale.ROOT, "list %-24s %4d claims %10.3f ms%n", what, size, bestNanos / 1e6);
    }

    private void create(String resource) {
        // Each claim gets its own bytes, as in production.
        Blob data = new Blob(new byte[DATA_BYTES]);
        ask(new ClaimsCommand.Create("", resource, HOUR_NANOS, "", data));
    }

    private void ask(Command<?> command) {
        Proposal proposal = new Proposal(new Origin("n1", 1, ++sequence), ACTOR, null, command);
        machine.apply(new Batch(machine.nowNanos(), 0, List.of(proposal)));
    }

    private static long cpuNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    private static long heapBytes() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
