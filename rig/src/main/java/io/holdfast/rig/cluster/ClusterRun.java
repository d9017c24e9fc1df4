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
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A campaign: one stage for each kind of fault, and one with two faults at a time.
 *
 * @param nodes the number of members
 * @param clients over all APIs
 * @param seconds for the whole campaign
 * @param kinds the faults, each in a stage of its own
 * @param stages how they are spread over stages
 * @param pace time limits
 * @param otherLauncher {@code ./holdfast} of another build for some of the members
 * @param seed for all random choices; the timing of processes is not reproducible
 */
public record ClusterRun(
        int nodes,
        int clients,
        long seconds,
        List<FaultKind> kinds,
        Stages stages,
        Pace pace,
        @Nullable Path otherLauncher,
        long seed) {

    /** How faults are spread over stages, each of which has a cluster of its own. */
    public enum Stages {
        /** One stage for each kind. */
        APART,
        /** One stage for each kind, and one with two faults of any kind at a time. */
        APART_AND_MIXED,
        /** Two faults of any kind at a time, with a new cluster every ten minutes. */
        MIXED,
        /** One stage for all kinds, with one fault at a time. */
        TOGETHER
    }

    /**
     * Time limits.
     *
     * @param quietMillisMax between two faults
     * @param faultSecondsMax the longest duration of a fault of any kind
     * @param answerSeconds how long a request may take, and how long the cluster may go without a
     *     grant, while a majority is healthy
     */
    public record Pace(int quietMillisMax, int faultSecondsMax, long answerSeconds) {

        /** For a machine that runs nothing else. */
        public static final Pace QUIET = new Pace(3_000, 20, 15);

        /** For a busy machine: the limits are so long that only a stalled cluster exceeds them. */
        public static final Pace BUSY = new Pace(500, 2, 90);

        /** Returns the same limits with another time for answers. */
        public Pace withAnswerSeconds(long more) {
            return new Pace(quietMillisMax, faultSecondsMax, more);
        }
    }

    private static final int AT_ONCE_MIXED = 2;

    /** The checker needs too much memory for a longer history. */
    private static final long MIXED_SECONDS_MAX = 600;

    public ClusterRun {
        kinds = List.copyOf(kinds);
    }

    /**
     * Returns the kinds of faults that this machine can inject, and reports why others cannot be.
     */
    public static List<FaultKind> possible(
            List<FaultKind> wanted,
            int nodes,
            boolean namespaces,
            int builds,
            Consumer<String> say) {
        List<FaultKind> possible = new ArrayList<>();
        for (FaultKind kind : wanted) {
            @Nullable String obstacle = kind.obstacle(nodes, namespaces, builds);
            if (obstacle == null) {
                possible.add(kind);
            } else {
                say.accept("not tried: " + kind.text() + ", " + obstacle);
            }
        }
        return possible;
    }

    /**
     * Runs with the members' files in the directory. Stops after the first stage with a violation.
     */
    public ClusterReport run(boolean namespaces, Path directory, Consumer<String> say)
            throws IOException, InterruptedException {
        say.accept("seed " + seed + ", " + nodes + " members, " + clients + " clients, "
                + (namespaces ? "network namespaces" : "loopback"));
        List<Report> reports = new ArrayList<>();
        Random random = new Random(seed);
        List<Part> parts = parts();
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (int i = 0; i < parts.size(); i++) {
            String name = parts.get(i).name();
            Path own = Files.createDirectories(directory.resolve("stage-" + i));
            long left = TimeUnit.NANOSECONDS.toSeconds(endNanos - System.nanoTime());
            long share = left / (parts.size() - i);
            Report report = stage(parts.get(i), share, namespaces, own, random);
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

    /** The content of one stage. */
    private record Part(String name, List<FaultKind> faults, int atOnce) {}

    private List<Part> parts() {
        if (stages == Stages.TOGETHER) {
            return List.of(new Part("one at a time", kinds, 1));
        }
        Part mixed = new Part("two at a time", kinds, AT_ONCE_MIXED);
        if (stages == Stages.MIXED) {
            return Collections.nCopies((int) Math.ceilDiv(seconds, MIXED_SECONDS_MAX), mixed);
        }
        List<Part> parts = new ArrayList<>();
        kinds.forEach(kind -> parts.add(new Part(kind.text(), List.of(kind), 1)));
        if (stages == Stages.APART_AND_MIXED) {
            parts.add(mixed);
        }
        return parts;
    }

    /**
     * Each stage has its own cluster, because the setup that one needs would slow down the others.
     */
    private Report stage(
            Part part, long stageSeconds, boolean namespaces, Path directory, Random random)
            throws IOException, InterruptedException {
        Layout layout = Layout.of(nodes).withOther(otherLauncher);
        if (part.faults().stream().anyMatch(FaultKind::needsFakeClocks)) {
            layout = layout.with(Layout.Clocks.WALL_JUMPS);
        }
        if (part.faults().stream().anyMatch(FaultKind::needsSmallDisks)) {
            layout = layout.withSmallDisks();
        }
        Network network = namespaces ? Namespaces.create(nodes) : new Loopback();
        try (Group group = new Group(layout, network, directory)) {
            group.start();
            Stage stage = new Stage(group, part.faults(), part.atOnce(), clients, pace, random);
            return stage.run(part.name(), stageSeconds);
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
