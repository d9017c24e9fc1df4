package io.holdfast.bench.lists;

import io.holdfast.bench.command.Arguments;
import io.holdfast.bench.command.Bench;
import io.holdfast.bench.servers.Holdfast;
import io.holdfast.bench.servers.Running;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * {@code ./dev bench lists}: the latency of lock requests while other clients repeatedly read a
 * list of all faults. {@code ./dev sim lists-scale} prints how long one page of each list occupies
 * the lane.
 */
public final class ListsBench implements Bench {

    private static final int MESSAGE_CHARACTERS = 8_000;
    private static final int FILLERS = 8;

    @Override
    public String name() {
        return "lists";
    }

    @Override
    public String usage() {
        return """
                ./dev bench lists [--seconds N] [--faults N] [--readers N] [--target HOST:PORT]
                  --seconds N         measured seconds of each row (10)
                  --faults N          number of listed faults, 8 kB each (32000)
                  --readers N         clients that read the list (12)
                  --target HOST:PORT  a running server""";
    }

    private record Options(double seconds, int faults, int readers, String target) {

        static Options parse(List<String> words) {
            double seconds = 10;
            int faults = 32_000;
            int readers = 12;
            String target = "";
            Arguments arguments = new Arguments(words);
            while (arguments.next()) {
                switch (arguments.option()) {
                    case "--seconds" -> seconds = arguments.positive();
                    case "--faults" -> faults = (int) arguments.positive();
                    case "--readers" -> readers = (int) arguments.positive();
                    case "--target" -> target = arguments.value();
                    default -> throw arguments.unknown();
                }
            }
            return new Options(seconds, faults, readers, target);
        }
    }

    @Override
    public boolean run(List<String> arguments, PrintStream out)
            throws IOException, InterruptedException {
        Options options = Options.parse(arguments);
        if (!options.target.isEmpty()) {
            String[] parts = options.target.split(":", 2);
            return measure(
                    new InetSocketAddress(parts[0], Integer.parseInt(parts[1])), options, out);
        }
        Path directory = Files.createTempDirectory("holdfast-bench-lists");
        Holdfast holdfast = new Holdfast(
                Path.of("holdfast").toAbsolutePath(),
                List.of("--entities-value-total", "1000000000"));
        try (Running server = holdfast.memory(directory)) {
            return measure(server.subject().address(), options, out);
        }
    }

    private static boolean measure(InetSocketAddress to, Options options, PrintStream out)
            throws IOException, InterruptedException {
        String base = "http://" + to.getHostString() + ":" + to.getPort();
        try (HttpClient client = HttpClient.newHttpClient()) {
            fill(client, base, options.faults);
            String session =
                    field(post(client, base + "/v1/sessions", "{}", "").body(), "session_id");
            pairs(client, base, session, options.seconds);
            report(out, "alone", pairs(client, base, session, options.seconds));
            AtomicBoolean stop = new AtomicBoolean();
            LongAdder bytes = new LongAdder();
            List<Thread> readers = new ArrayList<>();
            for (int i = 0; i < options.readers; i++) {
                readers.add(Thread.ofPlatform().start(() -> read(client, base, stop, bytes)));
            }
            List<Long> nanos = pairs(client, base, session, options.seconds);
            stop.set(true);
            report(out, "beside " + options.readers + " readers", nanos);
            out.printf(Locale.ROOT, "list read: %,d MB%n", bytes.sum() >> 20);
            for (Thread reader : readers) {
                reader.join();
            }
            return !nanos.isEmpty();
        }
    }

    private static void fill(HttpClient client, String base, int faults)
            throws IOException, InterruptedException {
        post(client, base + "/api/v1/apps", "{\"id\":\"lists-bench\"}", "");
        String message = "x".repeat(MESSAGE_CHARACTERS);
        List<Thread> fillers = new ArrayList<>();
        for (int filler = 0; filler < FILLERS; filler++) {
            int from = filler;
            fillers.add(Thread.ofPlatform().start(() -> {
                for (int i = from; i < faults; i += FILLERS) {
                    String fault =
                            "{\"fault_code\":\"f" + i + "\",\"message\":\"" + message + "\"}";
                    try {
                        post(client, base + "/api/v1/apps/lists-bench/faults", fault, "");
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }));
        }
        for (Thread filler : fillers) {
            filler.join();
        }
    }

    /**
     * Acquires and releases a lock, one pair after the other; returns the times of the acquires.
     */
    private static List<Long> pairs(HttpClient client, String base, String session, double seconds)
            throws IOException, InterruptedException {
        List<Long> nanos = new ArrayList<>();
        long end = System.nanoTime() + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
        while (System.nanoTime() < end) {
            long from = System.nanoTime();
            HttpResponse<String> granted = post(
                    client, base + "/v1/locks/lists-bench", "{\"acquire_timeout_s\":10}", session);
            nanos.add(System.nanoTime() - from);
            String token = field(granted.body(), "token");
            post(
                    client,
                    base + "/v1/locks/lists-bench/release",
                    "{\"token\":\"" + token + "\"}",
                    session);
        }
        nanos.sort(null);
        return nanos;
    }

    private static void report(PrintStream out, String what, List<Long> nanos) {
        out.printf(
                Locale.ROOT,
                "lock requests %-18s %,8d  p50 %7.2f ms  p99 %8.2f ms  longest %8.2f ms%n",
                what,
                nanos.size(),
                nanos.get(nanos.size() / 2) / 1e6,
                nanos.get(nanos.size() * 99 / 100) / 1e6,
                nanos.getLast() / 1e6);
    }

    private static void read(HttpClient client, String base, AtomicBoolean stop, LongAdder bytes) {
        byte[] buffer = new byte[64 << 10];
        HttpRequest list =
                HttpRequest.newBuilder(URI.create(base + "/api/v1/faults")).build();
        try {
            while (!stop.get()) {
                try (InputStream in = client.send(list, HttpResponse.BodyHandlers.ofInputStream())
                        .body()) {
                    for (int read = in.read(buffer); read > 0 && !stop.get(); ) {
                        bytes.add(read);
                        read = in.read(buffer);
                    }
                }
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HttpResponse<String> post(
            HttpClient client, String uri, String body, String session)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(uri))
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!session.isEmpty()) {
            request.header("X-Dflockd-Session", session);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String field(String json, String name) {
        String start = "\"" + name + "\":\"";
        int from = json.indexOf(start) + start.length();
        return json.substring(from, json.indexOf('"', from));
    }
}
