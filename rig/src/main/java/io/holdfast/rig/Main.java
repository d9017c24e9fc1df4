package io.holdfast.rig;

import io.holdfast.rig.disk.DiskRun;
import io.holdfast.rig.overload.OverloadReport;
import io.holdfast.rig.overload.OverloadRun;
import io.holdfast.rig.polls.PollsRun;
import io.holdfast.rig.polls.WaitersRun;
import io.holdfast.rig.process.ProcFiles;
import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.process.TemporaryFiles;
import io.holdfast.rig.restart.KillPage;
import io.holdfast.rig.restart.RestartRun;
import io.holdfast.rig.restart.Setup;
import io.holdfast.rig.start.StartRun;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** The rig's command line: {@code ./dev kill 50}, {@code ./dev rig polls}. */
public final class Main {

    private static final int USAGE = 64;
    private static final int CLIENTS = 12;

    /** File descriptors that are reserved for uses other than the waiters' connections. */
    private static final int FILES_RESERVED = 1000;

    private Main() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int code = run(List.of(args));
        if (code != 0) {
            System.exit(code);
        }
    }

    private static int run(List<String> args) throws IOException, InterruptedException {
        return switch (args.isEmpty() ? "" : args.getFirst()) {
            case "kill" -> kill(args.subList(1, args.size()));
            case "polls" -> polls(number(args, 15_000), number(args, 100_000));
            case "start" -> start(number(args, 5));
            case "disk" -> disk(number(args, 5));
            case "claims" ->
                restarts(Setup.claims(24), number(args, 300), "no live claim was lost");
            case "nodes" ->
                restarts(
                        Setup.nodes(24),
                        number(args, 300),
                        "no acknowledged node, edge or lease was lost");
            case "overload" -> overload(number(args, 3600));
            case "cluster" -> ClusterMain.cluster(args.subList(1, args.size()));
            case "failover" -> ClusterMain.failover(number(args, 50));
            case "idle" -> ClusterMain.idle(number(args, 50));
            case "waiter" -> ClusterMain.waiter();
            default -> {
                System.err.println("usage: ./dev kill [n] [seed]\n"
                        + "       ./dev rig polls [n]    long polls and waiters; memory\n"
                        + "       ./dev rig start [n]    time to first reply and idle memory\n"
                        + "       ./dev rig disk [n]     fill the leader's disk n times\n"
                        + "       ./dev rig claims [s]   claims clients during restarts, seconds\n"
                        + "       ./dev rig nodes [s]    nodes API workers during kills, seconds\n"
                        + "       ./dev rig overload [s] hostile and normal clients, seconds\n"
                        + ClusterMain.USAGE);
                yield USAGE;
            }
        };
    }

    private static int number(List<String> args, int fallback) {
        return args.size() > 1 ? Integer.parseInt(args.get(1)) : fallback;
    }

    /** Each connection takes one file descriptor in each of the two processes. */
    private static int polls(int wanted, int waiters) throws IOException {
        int polls = (int) Math.min(wanted, ProcFiles.openFilesMax() - FILES_RESERVED);
        Path directory = Files.createTempDirectory("holdfast-polls");
        // One host acts for many clients here, and their requests may use half of the heap.
        String[] manyOfOneHost = {
            "--http-max-connections-per-ip", "0", "--max-in-flight-bytes", "268435456"
        };
        try (ServerProcess server = ServerProcess.start(
                ServerCommand.durable(directory.resolve("data"), manyOfOneHost), directory)) {
            System.out.println("durable: " + new PollsRun(server, polls).run());
        }
        String[] sessionsStay = {"--http-session-idle-timeout", "0"};
        try (ServerProcess server =
                ServerProcess.start(ServerCommand.ephemeral(sessionsStay), directory)) {
            System.out.println("ephemeral: " + new WaitersRun(server, waiters).run());
        }
        TemporaryFiles.delete(directory);
        return 0;
    }

    /** Clients of one API for this time, while the server is restarted. */
    private static int restarts(Setup setup, int seconds, String passed)
            throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("holdfast-restarts");
        RestartRun.Report report =
                new RestartRun(setup, 1, seconds, seed()).run(directory, System.out::println);
        report.findings().texts().forEach(System.out::println);
        System.out.println(report);
        if (report.passed()) {
            TemporaryFiles.delete(directory);
        }
        System.out.println(
                report.passed() ? passed : "FAILED; the server output is in " + directory);
        return report.passed() ? 0 : 1;
    }

    static long seed() {
        return new SecureRandom().nextLong() >>> 16;
    }

    private static int disk(int times) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("holdfast-disk");
        List<String> findings = new DiskRun(directory, times, System.out::println).run();
        findings.forEach(System.out::println);
        System.out.println(
                findings.isEmpty()
                        ? "every member started again"
                        : "FAILED; what the servers printed is in " + directory);
        return findings.isEmpty() ? 0 : 1;
    }

    private static int overload(int seconds) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("holdfast-overload");
        OverloadReport report =
                new OverloadRun(seconds, seed()).run(directory, System.out::println);
        report.findings().texts().forEach(System.out::println);
        return written(report.page(today(), machine()), "overload.md", report.passed(), directory);
    }

    private static String today() {
        return LocalDate.now(ZoneOffset.UTC).toString();
    }

    private static String machine() {
        long load = Math.round(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        return Runtime.getRuntime().availableProcessors() + " processors, "
                + System.getProperty("os.name") + ", load average at the end " + load;
    }

    /** Writes the page with the result. Keeps the server output if the run failed. */
    private static int written(String text, String name, boolean passed, Path directory)
            throws IOException {
        Path page = ServerCommand.root().resolve("docs/reliability").resolve(name);
        Files.writeString(page, text);
        if (passed) {
            TemporaryFiles.delete(directory);
        }
        System.out.println(
                (passed ? "passed" : "FAILED; what the servers printed is in " + directory)
                        + ", see " + page);
        return passed ? 0 : 1;
    }

    private static int start(int times) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("holdfast-start");
        new StartRun(directory, times).run().forEach(System.out::println);
        TemporaryFiles.delete(directory);
        return 0;
    }

    private static int kill(List<String> args) throws IOException, InterruptedException {
        int kills = args.isEmpty() ? 50 : Integer.parseInt(args.getFirst());
        long seed = args.size() > 1 ? Long.parseLong(args.get(1)) : seed();
        Path directory = Files.createTempDirectory("holdfast-kill");
        RestartRun.Report report = new RestartRun(Setup.locks(CLIENTS), kills, 0, seed)
                .run(directory, System.out::println);
        report.findings().texts().forEach(System.out::println);
        String page = KillPage.of(report, today(), machine());
        return written(page, "kill.md", report.passed(), directory);
    }
}
