package io.holdfast.sim.cluster;

import io.holdfast.sim.Marks;
import io.holdfast.sim.cluster.Simulation.Result;
import io.holdfast.sim.cluster.member.Plants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Runs seeds, adds up what they did, and makes a failure small. */
public final class Campaign {

    private static final double HOUR_NANOS = 3.6e12;
    private static final int SHRINKS_MAX = 120;

    private final Plants plants;
    private final Marks marks = new Marks();
    private long seeds;
    private long simulatedNanos;
    private long commands;
    private long messages;
    private long grants;
    private long reads;
    private @Nullable Result failure;

    public Campaign(Plants plants) {
        this.plants = plants;
    }

    public Result run(long seed) {
        Result result = new Simulation(Options.of(seed), plants).run();
        seeds++;
        simulatedNanos += result.simulatedNanos();
        commands += result.commands();
        messages += result.messages();
        grants += result.grants();
        reads += result.reads();
        marks.addAll(result.marks());
        if (result.failed() && failure == null) {
            failure = result;
        }
        return result;
    }

    public Marks marks() {
        return marks;
    }

    /** Returns the first history in which something was found; null if there is none. */
    public @Nullable Result failure() {
        return failure;
    }

    public String summary() {
        return String.format(
                Locale.ROOT,
                "%,d seeds, %.1f simulated hours, %,d commands, %,d messages, %,d grants,"
                        + " %,d reads",
                seeds,
                simulatedNanos / HOUR_NANOS,
                commands,
                messages,
                grants,
                reads);
    }

    /** Describes the first failure, made smaller, and how to repeat it. */
    public String report() {
        Result first = failure;
        if (first == null) {
            return "nothing found";
        }
        Result small = shrink(first);
        StringBuilder text = new StringBuilder();
        text.append("seed 0x").append(Long.toHexString(first.options().seed())).append(" fails:\n");
        first.findings().forEach(finding -> text.append("  ").append(finding).append('\n'));
        text.append("with fewer faults, clients and time:\n");
        small.findings().forEach(finding -> text.append("  ").append(finding).append('\n'));
        text.append(small.options().text());
        text.append("./dev sim cluster --seed 0x")
                .append(Long.toHexString(first.options().seed()))
                .append('\n');
        return text.toString();
    }

    /** Repeats the history with fewer faults and clients for as long as the same checker fails. */
    public Result shrink(Result found) {
        Result best = found;
        int tries = 0;
        boolean smaller = true;
        while (smaller && tries < SHRINKS_MAX) {
            smaller = false;
            for (Options candidate : candidates(best)) {
                if (tries++ >= SHRINKS_MAX) {
                    break;
                }
                Result result = new Simulation(candidate, plants).run();
                if (isSame(found, result)) {
                    best = result;
                    smaller = true;
                    break;
                }
            }
        }
        return best;
    }

    private static boolean isSame(Result found, Result other) {
        return other.failed()
                && other.findings().getFirst().checker()
                        == found.findings().getFirst().checker();
    }

    private static List<Options> candidates(Result found) {
        Options options = found.options();
        List<Options> candidates = new ArrayList<>();
        long failedNanos = found.findings().getFirst().nanos();
        if (failedNanos < options.faultNanos() * 3 / 4) {
            candidates.add(options.until(failedNanos + 1));
        }
        List<Fault> faults = options.faults();
        for (int size = faults.size() / 2; size > 0; size /= 2) {
            for (int from = 0; from < faults.size(); from += size) {
                List<Fault> fewer = new ArrayList<>(faults);
                fewer.subList(from, Math.min(faults.size(), from + size)).clear();
                candidates.add(options.with(fewer));
            }
        }
        for (int clients = options.clients() / 2; clients > 0 && clients < options.clients(); ) {
            candidates.add(options.withClients(clients));
            clients += Math.max(1, (options.clients() - clients) / 2);
        }
        return candidates;
    }
}
