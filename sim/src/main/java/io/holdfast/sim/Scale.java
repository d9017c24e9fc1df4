package io.holdfast.sim;

import io.holdfast.core.Machine;
import io.holdfast.core.SnapshotReader;
import io.holdfast.core.SnapshotWriter;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.Token;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures the machine with a million held keys: memory, the time of a pair of commands, and
 * snapshots. The figures are processor times of this computer and are not asserted; only their
 * ratios can be compared with other computers.
 */
final class Scale {

    private static final int KEYS = 1_000_000;
    private static final int FEW = 1_000;
    private static final int PAIRS = 100_000;
    private static final int WAITERS = 100_000;
    private static final int PIECE_BYTES = 128 << 10;
    private static final long HOUR_NANOS = 3_600_000_000_000L;
    private static final Settings SETTINGS = new Settings(
            33_000_000_000L,
            20_000_000_000L,
            HOUR_NANOS,
            true,
            Limits.KEYS_MAX,
            Limits.WAITERS_PER_KEY_MAX,
            Limits.SESSIONS_MAX,
            Limits.SESSIONS_MAX,
            600_000_000_000L,
            100_000);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Actor ACTOR = new Actor("", "someone", "10.0.0.1");

    private Machine machine = new Machine();
    private long sequence;

    void run() {
        double few = pairNanos(FEW);
        System.out.printf(Locale.ROOT, "pair with %,d held keys        %8.0f ns%n", FEW, few);
        machine = new Machine();
        long before = heapBytes();
        hold(KEYS);
        long each = (heapBytes() - before) / KEYS;
        System.out.printf(Locale.ROOT, "heap of a lock and its session  %8d bytes%n", each);
        double many = pairNanos(0);
        System.out.printf(Locale.ROOT, "pair with %,d held keys    %8.0f ns%n", KEYS, many);
        System.out.printf(Locale.ROOT, "ratio                           %8.2f%n", many / few);
        snapshot();
        expire();
        waiters();
    }

    /** Acquires this many more keys, each with its own session. */
    private void hold(int keys) {
        ask(new MemberCommand.Started("n1", 1, 0, 0));
        ask(new MemberCommand.Configure(SETTINGS));
        for (int i = 0; i < keys; i++) {
            SessionId session = new SessionId(1, i);
            ask(new SessionCommand.Open(session, null, true));
            ask(acquire("lock-" + i, session, 0, HOUR_NANOS));
        }
    }

    /** Returns the best of a few rounds of acquire and release on free keys. */
    private double pairNanos(int keys) {
        if (keys > 0) {
            hold(keys);
        }
        SessionId session = new SessionId(2, 0);
        ask(new SessionCommand.Open(session, null, true));
        double[] rounds = new double[9];
        for (int round = 0; round < rounds.length; round++) {
            long began = cpuNanos();
            for (int i = 0; i < PAIRS; i++) {
                String key = "free-" + i % 5_000;
                Token token = granted(ask(acquire(key, session, 0, HOUR_NANOS)));
                ask(new LocksCommand.Release(name(key), KeyKind.LOCK, session, token));
            }
            rounds[round] = (cpuNanos() - began) / (double) PAIRS;
        }
        Arrays.sort(rounds);
        return rounds[0];
    }

    /** Writes a snapshot in pieces, with a batch between any two of them. */
    private void snapshot() {
        SessionId session = new SessionId(2, 0);
        long began = cpuNanos();
        SnapshotWriter writer = machine.snapshot();
        long longestNanos = cpuNanos() - began;
        long longestBatchNanos = 0;
        long totalBytes = 0;
        List<byte[]> pieces = new ArrayList<>();
        while (true) {
            long from = cpuNanos();
            byte[] piece = writer.next(PIECE_BYTES);
            longestNanos = Math.max(longestNanos, cpuNanos() - from);
            if (piece == null) {
                break;
            }
            pieces.add(piece);
            totalBytes += piece.length;
            from = cpuNanos();
            String key = "lock-" + (pieces.size() * 7919L) % KEYS;
            ask(acquire(key, session, 0, HOUR_NANOS));
            longestBatchNanos = Math.max(longestBatchNanos, cpuNanos() - from);
        }
        System.out.printf(
                Locale.ROOT,
                "snapshot: %,d bytes, longest piece %.1f ms, longest batch meanwhile %.1f ms%n",
                totalBytes,
                longestNanos / 1e6,
                longestBatchNanos / 1e6);
        machine = new Machine();
        long from = cpuNanos();
        SnapshotReader reader = new SnapshotReader();
        pieces.forEach(reader::accept);
        machine = reader.finish();
        System.out.printf(Locale.ROOT, "read back in %.0f ms%n", (cpuNanos() - from) / 1e6);
    }

    private void expire() {
        long began = cpuNanos();
        Effects effects = machine.apply(new Batch(2 * HOUR_NANOS, 0, List.of()));
        System.out.printf(
                Locale.ROOT,
                "%,d ends in one batch: %.0f ms%n",
                effects.events().size(),
                (cpuNanos() - began) / 1e6);
    }

    private void waiters() {
        machine = new Machine();
        ask(new MemberCommand.Started("n1", 1, 0, 0));
        SessionId session = new SessionId(3, 0);
        ask(new SessionCommand.Open(session, null, true));
        Token token = granted(ask(acquire("line", session, 0, HOUR_NANOS)));
        for (int i = 0; i < WAITERS; i++) {
            ask(acquire("line", session, HOUR_NANOS, HOUR_NANOS));
        }
        long began = cpuNanos();
        for (int i = 0; i < WAITERS; i++) {
            token = granted(
                    ask(new LocksCommand.Release(name("line"), KeyKind.LOCK, session, token)));
        }
        System.out.printf(
                Locale.ROOT,
                "%,d waiters on one key: %.0f ns each to be granted%n",
                WAITERS,
                (cpuNanos() - began) / (double) WAITERS);
    }

    private Effects ask(Command<?> command) {
        Origin origin = new Origin("n1", 1, ++sequence);
        Proposal proposal = new Proposal(origin, ACTOR, null, command);
        return machine.apply(new Batch(machine.nowNanos(), 0, List.of(proposal)));
    }

    private static Token granted(Effects effects) {
        for (Reply reply : effects.replies()) {
            if (reply.outcome() instanceof Outcome.Granted granted) {
                return granted.token();
            }
        }
        throw new IllegalStateException("nothing was granted: " + effects.replies());
    }

    private static LocksCommand<?> acquire(
            String key, SessionId session, long waitNanos, long ttlNanos) {
        return new LocksCommand.Acquire(
                name(key), KeyKind.LOCK, session, 1, waitNanos, ttlNanos, 7, null);
    }

    private static ResourceName name(String key) {
        return new ResourceName("", Space.LOCKS, key);
    }

    /** Returns the CPU time of this thread. Wall-clock time would include other processes. */
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
