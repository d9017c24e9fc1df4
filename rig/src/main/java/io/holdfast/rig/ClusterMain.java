package io.holdfast.rig;

import io.holdfast.rig.cluster.ClusterPage;
import io.holdfast.rig.cluster.ClusterReport;
import io.holdfast.rig.cluster.ClusterRun;
import io.holdfast.rig.cluster.FailoverRun;
import io.holdfast.rig.cluster.IdleRun;
import io.holdfast.rig.cluster.WaiterRun;
import io.holdfast.rig.fault.FaultKind;
import io.holdfast.rig.group.Namespaces;
import io.holdfast.rig.process.TemporaryFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The runs against clusters of several members. */
final class ClusterMain {

    static final String USAGE = """
                   ./dev rig cluster [s] [--faults a,b] [--nodes n] [--clients n] [--seed n]
                                     [--loopback] [--no-mix] [--two-at-a-time]
                                     [--patience s] [--other-launcher file]
                                     inject faults into a cluster for s seconds
                   ./dev rig failover [n] kill the leader n times; time to the next grant
                   ./dev rig idle [n]     n new clusters under load; find idle followers
                   ./dev rig waiter       fail a waiting client's member; who is granted""";

    private static final int UNAVAILABLE = 69;
    private static final int NODES = 3;
    private static final int CLIENTS = 18;
    private static final int PAIR_CLIENTS = 64;
    private static final int IDLE_SECONDS = 8;

    private ClusterMain() {}

    static int cluster(List<String> args) throws IOException, InterruptedException {
        boolean timed = !args.isEmpty() && !args.getFirst().startsWith("-");
        long seconds = timed ? Long.parseLong(args.getFirst()) : 600;
        int nodes = Integer.parseInt(option(args, "--nodes", Integer.toString(NODES)));
        int clients = Integer.parseInt(option(args, "--clients", Integer.toString(CLIENTS)));
        long seed = Long.parseLong(option(args, "--seed", Long.toString(Main.seed())));
        boolean namespaces = !args.contains("--loopback") && Namespaces.available();
        String names = option(args, "--faults", "");
        List<FaultKind> wanted = names.isEmpty()
                ? List.of(FaultKind.values())
                : Arrays.stream(names.split(",")).map(FaultKind::of).toList();
        String launcher = option(args, "--other-launcher", "");
        @Nullable Path other = launcher.isEmpty() ? null : Path.of(launcher).toRealPath();
        int builds = other == null ? 1 : 2;
        List<FaultKind> kinds =
                ClusterRun.possible(wanted, nodes, namespaces, builds, System.out::println);
        // A fault that was requested by name must not be skipped silently. A run of all kinds may
        // skip some.
        if (kinds.isEmpty() || (!names.isEmpty() && kinds.size() < wanted.size())) {
            System.out.println("FAILED; a requested fault cannot be injected on this machine");
            return UNAVAILABLE;
        }
        List<String> untried = wanted.stream()
                .filter(kind -> !kinds.contains(kind))
                .map(FaultKind::text)
                .toList();
        ClusterRun.Stages stages = stages(args, kinds.size());
        String patience = option(args, "--patience", "15");
        ClusterRun.Pace pace = ClusterRun.Pace.QUIET.withAnswerSeconds(Long.parseLong(patience));
        Path directory = Files.createTempDirectory("holdfast-cluster");
        ClusterRun run = new ClusterRun(nodes, clients, seconds, kinds, stages, pace, other, seed);
        ClusterReport report = run.run(namespaces, directory, System.out::println);
        System.out.println(report.table());
        System.out.println(report.kinds());
        Path page = ClusterPage.writeCampaign(report, untried);
        return end(report.passed(), directory, page);
    }

    private static ClusterRun.Stages stages(List<String> args, int kinds) {
        if (args.contains("--two-at-a-time")) {
            return ClusterRun.Stages.MIXED;
        }
        return kinds > 1 && !args.contains("--no-mix")
                ? ClusterRun.Stages.APART_AND_MIXED
                : ClusterRun.Stages.APART;
    }

    static int failover(int kills) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("holdfast-failover");
        FailoverRun.Report report = new FailoverRun(NODES, kills, PAIR_CLIENTS, Main.seed())
                .run(directory, System.out::println);
        report.findings().texts().forEach(System.out::println);
        System.out.println(report);
        Path page = ClusterPage.writeLine("failover", report.toString());
        return end(report.passed(), directory, page);
    }

    static int idle(int runs) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("holdfast-idle");
        IdleRun.Report report = new IdleRun(NODES, runs, IDLE_SECONDS, PAIR_CLIENTS, Main.seed())
                .run(directory, System.out::println);
        System.out.println(report);
        Path page = ClusterPage.writeLine("idle", report.toString());
        return end(report.idle().isEmpty(), directory, page);
    }

    static int waiter() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("holdfast-waiter");
        boolean namespaces = Namespaces.available();
        List<WaiterRun.Fault> faults = WaiterRun.possible(namespaces);
        WaiterRun.Report report =
                new WaiterRun(faults).run(namespaces, directory, System.out::println);
        report.findings().texts().forEach(System.out::println);
        String untried = namespaces ? "" : "; not tried without network namespaces: mute, deaf";
        System.out.println(report + untried);
        Path page = ClusterPage.writeLine("waiter", report + untried);
        return end(report.findings().none(), directory, page);
    }

    private static int end(boolean passed, Path directory, Path page) throws IOException {
        if (passed) {
            TemporaryFiles.delete(directory);
        }
        System.out.println((passed
                        ? "no violations found"
                        : "FAILED; histories and server output are in " + directory)
                + ", see " + page);
        return passed ? 0 : 1;
    }

    private static String option(List<String> args, String name, String fallback) {
        int at = args.indexOf(name);
        return at >= 0 && at + 1 < args.size() ? args.get(at + 1) : fallback;
    }
}
