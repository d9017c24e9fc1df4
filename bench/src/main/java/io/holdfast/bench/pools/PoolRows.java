package io.holdfast.bench.pools;

import io.holdfast.bench.command.Options;
import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.report.Row.Kind;
import io.holdfast.bench.rows.Rows;
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

    private final Options options;
    private final PrintStream out;
    private final Rows rows;
    private final List<String> sentences = new ArrayList<>();
    private final long nonce = System.nanoTime();

    PoolRows(Options options, PrintStream out) {
        this.options = options;
        this.out = out;
        this.rows = new Rows(options, out);
    }

    List<Row> all() {
        return rows.all();
    }

    /** Returns results that are not rows. */
    List<String> sentences() {
        return List.copyOf(sentences);
    }

    void measure(String id, Subject subject) throws IOException, InterruptedException {
        PoolDialogues dialogues = PoolDialogues.of(subject, nonce);
        rows.warmUp(subject, List.of(dialogues.one()));
        int many = options.get(PoolsBench.MANY);
        for (int connections : options.get(Options.CONNECTIONS)) {
            add(id + ".fixed", subject, connections, dialogues.fixed());
            add(id + ".one", subject, connections, dialogues.one());
        }
        new Filling(subject, dialogues).fill(1, 1 + many, 0);
        for (int connections : options.get(Options.CONNECTIONS)) {
            add(id + ".many", subject, connections, dialogues.spread(many, connections));
        }
    }

    /** The same beside as many pools as a busy server may have, each with live leases. */
    void measureFull(Subject subject) throws IOException, InterruptedException {
        if (!options.wants("pools.memory.full")) {
            return;
        }
        PoolDialogues dialogues = PoolDialogues.of(subject, nonce);
        OptionalLong before = LiveHeap.bytes(subject);
        int many = options.get(PoolsBench.MANY);
        int full = options.get(PoolsBench.FULL);
        int from = 1 + many;
        long began = System.nanoTime();
        new Filling(subject, dialogues).fill(from, from + full, LEASES);
        double seconds = (System.nanoTime() - began) / 1e9;
        OptionalLong after = LiveHeap.bytes(subject);
        sentences.add(String.format(
                Locale.ROOT,
                "%,d pools with %d leases each, made in %.1f s: %s.",
                full,
                LEASES,
                seconds,
                memory(before, after, (long) full * LEASES)));
        out.println(sentences.getLast());
        for (int connections : options.get(Options.CONNECTIONS)) {
            add("pools.memory.full", subject, connections, dialogues.spread(many, connections));
        }
    }

    private static String memory(OptionalLong before, OptionalLong after, long leases) {
        if (before.isEmpty() || after.isEmpty()) {
            return "heap not known";
        }
        long grown = after.getAsLong() - before.getAsLong();
        return String.format(
                Locale.ROOT,
                "%,d MB of live heap more, %,d bytes for each lease with its share of a pool",
                grown >> 20,
                grown / leases);
    }

    private void add(String id, Subject subject, int connections, IntFunction<Dialogue> dialogues) {
        if (options.wants(id)) {
            rows.add(id, subject, connections, Kind.PAIR, dialogues);
        }
    }
}
