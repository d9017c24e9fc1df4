package io.holdfast.bench.locks;

import io.holdfast.bench.load.ClosedLoop;
import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.load.Handover;
import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.load.Window;
import io.holdfast.bench.locks.Dialogues.Keys;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.report.Row.Absent;
import io.holdfast.bench.report.Row.Failed;
import io.holdfast.bench.report.Row.Measured;
import io.holdfast.bench.report.Row.Result;
import io.holdfast.bench.servers.Subject;

import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/** Measures planned rows. A row that fails does not affect the others. */
final class Rows {

    private static final int WARMUP_CONNECTIONS = 64;

    private final LocksOptions options;
    private final Fleet fleet;
    private final Dialogues dialogues;
    private final Set<String> warm = new HashSet<>();

    Rows(LocksOptions options, Fleet fleet, Dialogues dialogues) {
        this.options = options;
        this.fleet = fleet;
        this.dialogues = dialogues;
    }

    Row measure(Item item) throws InterruptedException {
        return new Row(item.id(), item.connections(), item.kind(), result(item));
    }

    private Result result(Item item) throws InterruptedException {
        try {
            Optional<Subject> subject = fleet.subject(item.server(), item.transport());
            if (subject.isEmpty()) {
                return new Absent(item.server() + " is not installed");
            }
            warmUp(item, subject.get());
            return new Measured(figures(item, subject.get()));
        } catch (IOException failure) {
            String why = String.valueOf(failure.getMessage());
            return new Failed(
                    fleet.ending(item.server()).map(e -> why + "; " + e).orElse(why));
        }
    }

    /**
     * A JVM that has just started compiles for seconds. Both kinds of keys are used, because the
     * code path of a waiter differs from that of an immediate grant; and each transport has its own
     * warm-up.
     */
    private void warmUp(Item item, Subject subject) throws IOException {
        Transport transport = item.transport();
        if (Fleet.speaksLocks(item.server())
                && warm.add(item.server() + " " + transport)
                && options.serverWarmupSeconds > 0) {
            Window half = Window.ofSeconds(0, options.serverWarmupSeconds / Keys.values().length);
            for (Keys keys : Keys.values()) {
                IntFunction<Dialogue> says = dialogues.pairs(transport, subject, keys);
                closedLoop(subject, WARMUP_CONNECTIONS, says, half);
            }
        }
    }

    private Measurement figures(Item item, Subject subject) throws IOException {
        Window window = Window.ofSeconds(options.warmupSeconds, options.seconds);
        IntFunction<Dialogue> says = item.dialogues().apply(subject);
        return switch (item.kind()) {
            case PAIR -> closedLoop(subject, item.connections(), says, window);
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
