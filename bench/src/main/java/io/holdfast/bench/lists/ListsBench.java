package io.holdfast.bench.lists;

import io.holdfast.bench.command.Bench;
import io.holdfast.bench.command.Option;
import io.holdfast.bench.command.Options;
import io.holdfast.bench.rows.BenchRun;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * {@code ./dev bench lists}: the latency of lock requests while other clients repeatedly read a
 * list of all faults, and while a claim changes that very many clients watch. {@code ./dev sim
 * lists-scale} prints how long one page of each list occupies the lane.
 */
public final class ListsBench implements Bench {

    private static final int MESSAGE_CHARACTERS = 8_000;
    private static final int FILLERS = 8;
    private static final int WATCH_SECONDS = 4;

    private static final Option<Integer> FAULTS =
            Option.whole("--faults", "number of listed faults, 8 kB each");
    private static final Option<Integer> READERS =
            Option.whole("--readers", "clients that read the list");
    private static final Option<Integer> WATCHERS =
            Option.whole("--watchers", "clients that watch one claim, a connection each");

    @Override
    public Options options() {
        return new Options("lists", 10)
                .with(FAULTS, 32_000)
                .with(READERS, 12)
                .with(WATCHERS, 15_000)
                .with(BenchRun.TARGET, "");
    }

    @Override
    public boolean run(Options options, PrintStream out) throws IOException, InterruptedException {
        return BenchRun.onServer(
                options,
                false,
                List.of(
                        "--entities-value-total",
                        "1000000000",
                        "--http-max-connections-per-ip",
                        "0",
                        "--max-in-flight-bytes",
                        "268435456"),
                subject -> measure(subject.host(), options, out));
    }

    private static boolean measure(String host, Options options, PrintStream out)
            throws IOException, InterruptedException {
        String base = "http://" + host;
        double seconds = options.get(Options.SECONDS);
        try (HttpClient client = HttpClient.newHttpClient()) {
            fill(client, base, options.get(FAULTS));
            String session =
                    field(post(client, base + "/v1/sessions", "{}", "").body(), "session_id");
            pairs(client, base, session, seconds);
            report(out, "alone", pairs(client, base, session, seconds));
            AtomicBoolean stop = new AtomicBoolean();
            LongAdder bytes = new LongAdder();
            List<Thread> readers = new ArrayList<>();
            for (int i = 0; i < options.get(READERS); i++) {
                readers.add(Thread.ofPlatform().start(() -> read(client, base, stop, bytes)));
            }
            List<Long> nanos = pairs(client, base, session, seconds);
            stop.set(true);
            report(out, "beside " + options.get(READERS) + " readers", nanos);
            out.printf(Locale.ROOT, "list read: %,d MB%n", bytes.sum() >> 20);
            for (Thread reader : readers) {
                reader.join();
            }
            return !nanos.isEmpty() && watched(client, base, session, options, out);
        }
    }

    /** Measures lock requests while a claim changes that very many clients watch. */
    private static boolean watched(
            HttpClient client, String base, String session, Options options, PrintStream out)
            throws IOException, InterruptedException {
        int watchers = options.get(WATCHERS);
        String body = "{\"resource\":\"lists-bench\",\"ttl\":600}";
        HttpResponse<String> created = post(client, base + "/v1/claims/", body, "");
        String path = URI.create(created.headers().firstValue("Location").orElseThrow())
                .getPath();
        URI address = URI.create(base);
        try (ClaimWatchers waiting =
                new ClaimWatchers(address.getHost(), address.getPort(), path, watchers)) {
            pairs(client, base, session, WATCH_SECONDS);
            AtomicBoolean changed = new AtomicBoolean();
            Thread change = Thread.ofPlatform().start(() -> {
                try {
                    Thread.sleep(WATCH_SECONDS * 500);
                    HttpRequest release = HttpRequest.newBuilder(URI.create(base + path))
                            .method("PATCH", BodyPublishers.ofString("{\"status\":\"released\"}"))
                            .build();
                    int status = client.send(release, BodyHandlers.ofString()).statusCode();
                    changed.set(status < 300);
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            List<Long> nanos = pairs(client, base, session, WATCH_SECONDS);
            change.join();
            report(out, watchers + " watchers told", nanos);
            int replies = waiting.replies();
            out.printf(Locale.ROOT, "watchers answered: %,d%n", replies);
            return changed.get() && replies == watchers;
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
                "lock requests %-22s %,8d  p50 %7.2f ms  p99 %8.2f ms  longest %8.2f ms%n",
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
                try (InputStream in =
                        client.send(list, BodyHandlers.ofInputStream()).body()) {
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
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(uri)).POST(BodyPublishers.ofString(body));
        if (!session.isEmpty()) {
            request.header("X-Dflockd-Session", session);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static String field(String json, String name) {
        String start = "\"" + name + "\":\"";
        int from = json.indexOf(start) + start.length();
        return json.substring(from, json.indexOf('"', from));
    }
}
