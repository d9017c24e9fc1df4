package io.holdfast.bench.pools;

import io.holdfast.bench.load.ClosedLoop;
import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.load.Window;
import io.holdfast.bench.report.Report;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.report.Row.Failed;
import io.holdfast.bench.report.Row.Kind;
import io.holdfast.bench.report.Row.Measured;
import io.holdfast.bench.servers.LiveHeap;
import io.holdfast.bench.servers.Subject;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.IntFunction;

/** Runs the rows and collects their results. */
final class PoolRows {

    private static final int LEASES = 10;
    private static final int WARMUP_CONNECTIONS = 64;

    private final PoolsOptions options;
    private final PrintStream out;
    private final List<Row> rows = new ArrayList<>();
    private final List<String> sentences = new ArrayList<>();
    private final long nonce = System.nanoTime();

    PoolRows(PoolsOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    List<Row> all() {
        return List.copyOf(rows);
    }

    /** Returns results that are not rows. */
    List<String> sentences() {
        return List.copyOf(sentences);
    }

    void measure(String id, Subject subject) throws IOException, InterruptedException {
        PoolDialogues dialogues = PoolDialogues.of(subject, nonce);
        if (options.serverWarmupSeconds > 0) {
            Window window = Window.ofSeconds(0, options.serverWarmupSeconds);
            loop(subject, WARMUP_CONNECTIONS, dialogues.one(), window);
        }
        for (int connections : options.connections) {
            add(id + ".fixed", subject, connections, dialogues.fixed());
            add(id + ".one", subject, connections, dialogues.one());
        }
        new Filling(subject, dialogues).fill(1, 1 + options.many, 0);
        for (int connections : options.connections) {
            add(id + ".many", subject, connections, dialogues.spread(options.many, connections));
        }
    }

    /** The same beside as many pools as a busy server may have, each with live leases. */
    void measureFull(Subject subject) throws IOException, InterruptedException {
        if (!options.wants("pools.memory.full")) {
            return;
        }
        PoolDialogues dialogues = PoolDialogues.of(subject, nonce);
        OptionalLong before = LiveHeap.bytes(subject);
        int from = 1 + options.many;
        long began = System.nanoTime();
        new Filling(subject, dialogues).fill(from, from + options.full, LEASES);
        double seconds = (System.nanoTime() - began) / 1e9;
        OptionalLong after = LiveHeap.bytes(subject);
        sentences.add(String.format(
                Locale.ROOT,
                "%,d pools with %d leases each, made in %.1f s: %s.",
                options.full,
                LEASES,
                seconds,
                memory(before, after)));
        out.println(sentences.getLast());
        for (int connections : options.connections) {
            add(
                    "pools.memory.full",
                    subject,
                    connections,
                    dialogues.spread(options.many, connections));
        }
    }

    private String memory(OptionalLong before, OptionalLong after) {
        if (before.isEmpty() || after.isEmpty()) {
            return "heap not known";
        }
        long grown = after.getAsLong() - before.getAsLong();
        return String.format(
                Locale.ROOT,
                "%,d MB of live heap more, %,d bytes for each lease with its share of a pool",
                grown >> 20,
                grown / ((long) options.full * LEASES));
    }

    private void add(String id, Subject subject, int connections, IntFunction<Dialogue> dialogues) {
        if (!options.wants(id)) {
            return;
        }
        Row row;
        try {
            Window window = Window.ofSeconds(options.warmupSeconds, options.seconds);
            row = new Row(
                    id,
                    connections,
                    Kind.PAIR,
                    new Measured(loop(subject, connections, dialogues, window)));
        } catch (IOException failure) {
            row = new Row(
                    id, connections, Kind.PAIR, new Failed(String.valueOf(failure.getMessage())));
        }
        out.println(Report.line(row));
        rows.add(row);
    }

    private static Measurement loop(
            Subject subject, int connections, IntFunction<Dialogue> says, Window window)
            throws IOException {
        return ClosedLoop.measure(
                subject.address(),
                connections,
                says,
                window,
                subject::processorNanos,
                System::nanoTime);
    }
}
