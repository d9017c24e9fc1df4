package io.holdfast.bench.rows;

import io.holdfast.bench.command.Options;
import io.holdfast.bench.load.ClosedLoop;
import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.load.Handover;
import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.load.Window;
import io.holdfast.bench.report.Report;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.report.Row.Failed;
import io.holdfast.bench.report.Row.Kind;
import io.holdfast.bench.report.Row.Measured;
import io.holdfast.bench.report.Row.Result;
import io.holdfast.bench.servers.Subject;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Measures rows, prints each, and collects them. A row that fails does not affect the others. */
public final class Rows {

    private static final int WARMUP_CONNECTIONS = 64;

    private final Options options;
    private final PrintStream out;
    private final List<Row> rows = new ArrayList<>();

    public Rows(Options options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    public List<Row> all() {
        return List.copyOf(rows);
    }

    /**
     * Loads a server that has just started, because a JVM compiles for seconds. The time is shared
     * equally by the kinds of requests.
     */
    public void warmUp(Subject subject, List<IntFunction<Dialogue>> kinds) throws IOException {
        double seconds = options.get(Options.SERVER_WARMUP) / kinds.size();
        if (seconds > 0) {
            for (IntFunction<Dialogue> says : kinds) {
                closedLoop(subject, WARMUP_CONNECTIONS, says, Window.ofSeconds(0, seconds));
            }
        }
    }

    /** Measures a row on a running server. */
    public void add(
            String id, Subject subject, int connections, Kind kind, IntFunction<Dialogue> says) {
        Result result;
        try {
            result = new Measured(figures(subject, connections, kind, says));
        } catch (IOException failure) {
            result = new Failed(String.valueOf(failure.getMessage()));
        }
        add(new Row(id, connections, kind, result));
    }

    /** Adds a row that was measured otherwise. */
    public void add(Row row) {
        out.println(Report.line(row));
        rows.add(row);
    }

    public Measurement figures(
            Subject subject, int connections, Kind kind, IntFunction<Dialogue> says)
            throws IOException {
        Window window = Window.ofSeconds(options.get(Options.WARMUP), options.get(Options.SECONDS));
        return switch (kind) {
            case PAIR, TRIPLE, REQUEST -> closedLoop(subject, connections, says, window);
            case HANDOVER ->
                Handover.measure(
                        subject.address(), says, window, subject::processorNanos, System::nanoTime);
        };
    }

    private static Measurement closedLoop(
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
