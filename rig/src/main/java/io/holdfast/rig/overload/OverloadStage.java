package io.holdfast.rig.overload;

import io.holdfast.rig.history.Findings;
import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.process.ProcFiles;
import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.wire.Caller;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One server with a small heap, well-behaved clients, and hostile ones of all kinds. At first the
 * well-behaved clients run alone, which gives the baseline; then every attack runs.
 */
final class OverloadStage {

    private static final int QUIET_SECONDS_MAX = 60;
    private static final long PAUSE_MILLIS = 500;
    private static final long WATCH_MILLIS = 1_000;
    private static final Pattern LINE_PORT = Pattern.compile("line protocol on \\S*:(\\d+)");

    private final int seconds;
    private final long seed;
    private final Findings findings;
    private final Latencies quiet = new Latencies();
    private final Latencies loaded = new Latencies();
    private volatile boolean attacked;
    private volatile boolean over;

    /**
     * The result of a stage.
     *
     * @param peakMegabytes the largest memory of the server's process
     */
    record Result(int seconds, Latencies quiet, Latencies loaded, long peakMegabytes) {

        /** Returns the p99 under attack divided by the quiet p99. */
        double slower() {
            return (double) loaded.micros(99) / Math.max(1, quiet.micros(99));
        }
    }

    OverloadStage(int seconds, long seed, Findings findings) {
        this.seconds = seconds;
        this.seed = seed;
        this.findings = findings;
    }

    /**
     * Starts a server, attacks it, and returns the result.
     *
     * @param tls the certificate of a server that speaks TLS; null for one that does not
     */
    Result run(Path directory, @Nullable TlsPair tls, Consumer<String> progress)
            throws IOException, InterruptedException {
        Path token = directory.resolve("token");
        Files.writeString(token, "overload-secret-" + Long.toHexString(seed) + "\n");
        List<String> flags = new ArrayList<>(List.of(
                "--data-dir",
                directory.resolve("data").toString(),
                "--http-port",
                "0",
                "--port",
                "0",
                "--demo",
                "--auth-token-file",
                token.toString()));
        if (tls != null) {
            flags.addAll(tls.flags());
        }
        ServerCommand command = new ServerCommand(
                List.of("-Xmx" + OverloadRun.HEAP_MEGABYTES + "m", "-XX:+UseSerialGC"), flags, "");
        try (ServerProcess server = ServerProcess.start(command, directory)) {
            Target target = new Target(
                    server.port(),
                    linePort(server),
                    Files.readString(token).strip(),
                    tls == null ? null : tls.trusting());
            List<Thread> steady = steady(target);
            List<Thread> hostile = new ArrayList<>();
            int quietSeconds = Math.min(QUIET_SECONDS_MAX, Math.max(5, seconds / 4));
            watch(server, quietSeconds);
            progress.accept("quiet: " + quiet);
            attacked = true;
            for (Attack attack : Attack.all(tls != null)) {
                hostile.add(attack(attack, target));
            }
            long peakMegabytes = watch(server, seconds);
            over = true;
            hostile.forEach(Thread::interrupt);
            for (Thread client : steady) {
                client.join(TimeUnit.SECONDS.toMillis(60));
            }
            for (Thread client : hostile) {
                client.join(TimeUnit.SECONDS.toMillis(60));
            }
            if (!server.alive()) {
                findings.add(Kind.LIVENESS, "the server exited: " + server.excerpt());
            }
            return new Result(seconds, quiet, loaded, peakMegabytes);
        }
    }

    private static int linePort(ServerProcess server) throws IOException, InterruptedException {
        for (int tries = 0; tries < 100; tries++) {
            Matcher port = LINE_PORT.matcher(server.printed());
            if (port.find()) {
                return Integer.parseInt(port.group(1));
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new IOException("the server did not print the address of the line protocol");
    }

    /** Waits until the phase or the server ends. Returns the server's peak memory in MB. */
    private static long watch(ServerProcess server, int forSeconds)
            throws IOException, InterruptedException {
        long peak = 0;
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(forSeconds);
        while (server.alive() && System.nanoTime() < endNanos) {
            peak = Math.max(peak, ProcFiles.residentMegabytes(server.pid()));
            TimeUnit.MILLISECONDS.sleep(WATCH_MILLIS);
        }
        return peak;
    }

    private List<Thread> steady(Target target) throws IOException {
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < OverloadRun.STEADY_HTTP; i++) {
            Caller caller = Caller.open(target.wire("127.0.1." + (i + 1)));
            clients.add(start(
                    "http-" + i,
                    new SteadyHttp("http-" + i, caller, findings, this::latencies, () -> over)));
        }
        for (int i = 0; i < OverloadRun.STEADY_LINE; i++) {
            Socket socket = target.wellBehavedLine("127.0.2." + (i + 1));
            clients.add(start(
                    "line-" + i,
                    new SteadyLine(
                            "line-" + i, target, socket, findings, this::latencies, () -> over)));
        }
        return clients;
    }

    private Latencies latencies() {
        return attacked ? loaded : quiet;
    }

    private Thread attack(Attack attack, Target target) {
        String from = "127.0.3." + (attack.ordinal() + 1);
        SplittableRandom chance = new SplittableRandom(seed + attack.ordinal());
        return start(attack.name(), () -> attack.run(target, from, chance, OverloadStage::pause));
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread start(String name, Runnable client) {
        return Thread.ofPlatform().name(name).daemon().start(client);
    }
}
