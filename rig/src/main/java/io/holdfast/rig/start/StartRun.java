package io.holdfast.rig.start;

import io.holdfast.rig.process.ProcFiles;
import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Measures start times of the server through {@code ./holdfast}, as users start it. */
public final class StartRun {

    private static final long IDLE_MILLIS = 3_000;

    private final Path directory;
    private final int times;

    /** One way to start the server, with its measurements. */
    public record Report(String what, List<Long> millis, long idleMegabytes) {

        @Override
        public String toString() {
            return what + ": start to first reply " + millis.get(millis.size() / 2)
                    + " ms (p50 of " + millis.size() + ", max " + millis.getLast()
                    + " ms), idle memory " + idleMegabytes + " MB";
        }
    }

    public StartRun(Path directory, int times) {
        this.directory = directory;
        this.times = times;
    }

    public List<Report> run() throws IOException, InterruptedException {
        Map<String, String> without = Map.of("HOLDFAST_JAVA_OPTS", "-XX:AOTMode=off");
        build();
        return List.of(
                measure("durable, with the start-up cache", true, Map.of()),
                measure("durable, without it", true, without),
                measure("ephemeral, with the start-up cache", false, Map.of()),
                measure("ephemeral, without it", false, without));
    }

    /** The launcher's first call builds the project, which is not part of the measurement. */
    private static void build() throws IOException, InterruptedException {
        int code =
                new ProcessBuilder(launcher(), "--version").inheritIO().start().waitFor();
        if (code != 0) {
            throw new IOException("the launcher ended with " + code);
        }
    }

    private static String launcher() {
        return ServerCommand.root().resolve("holdfast").toString();
    }

    private Report measure(String what, boolean durable, Map<String, String> environment)
            throws IOException, InterruptedException {
        List<String> mode = durable
                ? List.of("--data-dir", directory.resolve("data").toString())
                : List.of("--ephemeral");
        List<Long> millis = new ArrayList<>();
        // The rig's own client takes longer for its first request.
        once(mode, environment, 0);
        long megabytes = 0;
        for (int time = 0; time < times; time++) {
            boolean last = time == times - 1;
            long[] measured = once(mode, environment, last ? IDLE_MILLIS : 0);
            millis.add(measured[0]);
            megabytes = measured[1];
        }
        millis.sort(null);
        return new Report(what, millis, megabytes);
    }

    private long[] once(List<String> mode, Map<String, String> environment, long idleMillis)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        words.add(launcher());
        words.add("serve");
        words.addAll(mode);
        words.addAll(List.of("--http-port", "0", "--port", "0"));
        try (ServerProcess server = ServerProcess.launch(words, environment, directory);
                Wire wire = new Wire(server.awaitPort())) {
            wire.ask(Request.get("/health"));
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - server.startedNanos());
            Thread.sleep(idleMillis);
            long megabytes = ProcFiles.residentMegabytes(server.pid());
            server.terminate();
            server.awaitExit();
            return new long[] {millis, megabytes};
        }
    }
}
