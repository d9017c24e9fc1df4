package io.holdfast.rig.cluster;

import io.holdfast.rig.cluster.Stage.Report;
import io.holdfast.rig.fault.FaultKind;
import io.holdfast.rig.group.Group;
import io.holdfast.rig.group.Layout;
import io.holdfast.rig.group.Loopback;
import io.holdfast.rig.group.Namespaces;
import io.holdfast.rig.group.Network;
import io.holdfast.rig.history.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A campaign: one stage for each kind of fault, and one with two faults at a time.
 *
 * @param nodes how many the group has
 * @param clients over all dialects
 * @param seconds for the whole campaign
 * @param kinds which faults, each in a stage of its own
 * @param mixed whether a stage with all of them follows
 * @param pace how long things may take
 * @param seed of all that is random; the moments at which processes act are not
 */
public record ClusterRun(
        int nodes,
        int clients,
        long seconds,
        List<FaultKind> kinds,
        boolean mixed,
        Pace pace,
        long seed) {

    /**
     * How long things may take.
     *
     * @param faultSecondsMax no fault lasts longer, whatever its kind
     * @param answerSeconds a request may take, and a group be silent, while a majority is well
     */
    public record Pace(int faultSecondsMax, long answerSeconds) {

        /** For a machine that does nothing else. */
        public static final Pace QUIET = new Pace(20, 15);

        /** For a machine on which anything may take its time: only standing still is seen. */
        public static final Pace BUSY = new Pace(4, 90);
    }

    private static final int AT_ONCE_MIXED = 2;

    public ClusterRun {
        kinds = List.copyOf(kinds);
    }

    /** The kinds of faults that this machine can inject, and a word about the others. */
    public static List<FaultKind> possible(
            List<FaultKind> wanted, int nodes, boolean namespaces, Consumer<String> say) {
        List<FaultKind> possible = new ArrayList<>();
        for (FaultKind kind : wanted) {
            @Nullable String obstacle = kind.obstacle(nodes, namespaces);
            if (obstacle == null) {
                possible.add(kind);
            } else {
                say.accept("not tried: " + kind.text() + ", " + obstacle);
            }
        }
        return possible;
    }

    /** Runs with the nodes' files in the directory; stops after a stage that found something. */
    public ClusterReport run(boolean namespaces, Path directory, Consumer<String> say)
            throws IOException, InterruptedException {
        say.accept("seed " + seed + ", " + nodes + " nodes, " + clients + " clients, "
                + (namespaces ? "network namespaces" : "loopback"));
        List<Report> reports = new ArrayList<>();
        Random random = new Random(seed);
        int stages = kinds.size() + (mixed ? 1 : 0);
        for (int i = 0; i < stages; i++) {
            boolean mix = i == kinds.size();
            String name = mix ? "two at a time" : kinds.get(i).text();
            Path own = Files.createDirectories(directory.resolve("stage-" + i));
            List<FaultKind> faults = mix ? kinds : List.of(kinds.get(i));
            Report report = stage(name, faults, seconds / stages, namespaces, own, random);
            reports.add(report);
            say.accept(name + ": " + report.runs() + " runs, " + report.operations()
                    + " operations, " + report.grants() + " grants, " + report.unknown()
                    + " unknown, " + report.undecided() + " undecided, "
                    + report.findings().total() + " violations");
            if (!report.findings().none()) {
                report.findings().texts().forEach(say);
                keep(report.history(), own.resolve("history.txt"));
                break;
            }
        }
        return new ClusterReport(this, namespaces, reports);
    }

    /** A group of its own for each stage: what one needs would slow down the others. */
    private Report stage(
            String name,
            List<FaultKind> faults,
            long stageSeconds,
            boolean namespaces,
            Path directory,
            Random random)
            throws IOException, InterruptedException {
        Layout layout = Layout.of(nodes);
        if (faults.stream().anyMatch(FaultKind::needsFakeClocks)) {
            layout = layout.with(Layout.Clocks.WALL_JUMPS);
        }
        if (faults.stream().anyMatch(FaultKind::needsSmallDisks)) {
            layout = layout.withSmallDisks();
        }
        Network network = namespaces ? Namespaces.create(nodes) : new Loopback();
        try (Group group = new Group(layout, network, directory)) {
            group.start();
            int atOnce = faults.size() > 1 ? AT_ONCE_MIXED : 1;
            Stage stage = new Stage(group, faults, atOnce, clients, pace, random);
            return stage.run(name, stageSeconds);
        }
    }

    private static void keep(List<Operation> history, Path file) throws IOException {
        List<String> lines = history.stream()
                .sorted(Comparator.comparingLong(Operation::invokedNanos))
                .map(Operation::toString)
                .toList();
        Files.write(file, lines);
    }
}
