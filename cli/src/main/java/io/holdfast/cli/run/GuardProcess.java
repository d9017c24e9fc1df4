package io.holdfast.cli.run;

import io.holdfast.cli.guard.GuardMain;
import io.holdfast.cli.guard.Orders;
import io.holdfast.cli.guard.OwnFiles;
import io.holdfast.cli.guard.Posix;
import io.holdfast.cli.guard.Report;
import io.holdfast.cli.guard.Spawn;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The wrapper's side of the guard process: sends orders and receives reports. */
final class GuardProcess {

    /** File descriptors of the guard; above those that shells and callers choose. */
    private static final int ORDERS = 200;

    private static final int REPORTS = 201;

    private final int pid;
    private final int orders;

    private GuardProcess(int pid, int orders) {
        this.pid = pid;
        this.orders = orders;
    }

    /**
     * Starts the guard, which waits for {@link #start}. The guard is a JVM of its own, and starts
     * while the lock is being acquired.
     *
     * @param files the files that this process had at its start
     * @param words how many words at the end of this process's command line are the command
     * @param reports receives every report, on a thread of its own
     */
    static GuardProcess launch(OwnFiles files, int words, long graceNanos, Consumer<Report> reports)
            throws IOException {
        Posix.Pipe down = Posix.pipe();
        Posix.Pipe up = Posix.pipe();
        List<byte[]> all = new ArrayList<>();
        for (String word : java(words, graceNanos)) {
            all.add(word.getBytes(StandardCharsets.UTF_8));
        }
        all.addAll(OwnFiles.lastWords(words));
        files.keepFromPrograms();
        Spawn.Started guard = Spawn.start(new Spawn.Program(
                all, List.of(), 0, Map.of(ORDERS, down.in(), REPORTS, up.out()), -1));
        Posix.close(down.in());
        Posix.close(up.out());
        if (guard.error() != 0) {
            throw new IOException("error " + guard.error());
        }
        Thread reader = new Thread(
                () -> new Orders(up.in()).readAll(line -> reports.accept(Report.of(line))),
                "guard-reports");
        reader.setDaemon(true);
        reader.start();
        return new GuardProcess(guard.pid(), down.out());
    }

    private static List<String> java(int words, long graceNanos) {
        List<String> java = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xmx16m",
                "-Xrs",
                "-XX:+DisableAttachMechanism",
                "-Xlog:disable",
                "--enable-native-access=ALL-UNNAMED"));
        String cache = System.getProperty("holdfast.aot");
        if (cache != null) {
            java.add("-XX:AOTCache=" + cache);
        }
        java.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                GuardMain.class.getName(),
                String.valueOf(ORDERS),
                String.valueOf(REPORTS),
                String.valueOf(Posix.group(0)),
                String.valueOf(graceNanos),
                String.valueOf(words)));
        return java;
    }

    int pid() {
        return pid;
    }

    /** Sets a variable in the command's environment. */
    void set(String name, String value) {
        send("env " + URLEncoder.encode(name + "=" + value, StandardCharsets.UTF_8));
    }

    /** Sets when the command gets TERM and when KILL, in nanoseconds since the machine's start. */
    void until(long termNanos, long killNanos) {
        send("until " + termNanos + " " + killNanos);
    }

    void start() {
        send("start");
    }

    /** Sends a signal to the command's process group. */
    void signal(int signal) {
        send("signal " + signal);
    }

    /** Continues a stopped command. */
    void resume() {
        send("continue");
    }

    /** Ends the command: TERM, and KILL after the grace. */
    void end() {
        send("end");
    }

    private void send(String order) {
        // Fails only if the guard is dead, which is reported on the other pipe.
        Posix.write(orders, (order + "\n").getBytes(StandardCharsets.US_ASCII));
    }
}
