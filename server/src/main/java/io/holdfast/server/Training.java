package io.holdfast.server;

import io.holdfast.log.Clock;
import io.holdfast.server.config.ConfigException;
import io.holdfast.server.config.ConfigReader;
import io.holdfast.server.config.ServerConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * Runs a server for a short time that sends itself a few hundred requests, so that the JVM can
 * record the classes that it needs: later starts then skip the search.
 */
final class Training {

    private static final int ROUNDS = 40;

    private Training() {}

    static int run(PrintStream out) {
        try {
            Path directory = Files.createTempDirectory("holdfast-train");
            try {
                List<String> durable =
                        List.of("--data-dir", directory.resolve("data").toString());
                // Twice, because reading an existing state needs other classes than creating a new
                // one.
                int requests = live(durable) + live(durable) + live(List.of("--ephemeral"));
                requests += group(directory.resolve("group"), out);
                out.println("trained with " + requests + " requests");
            } finally {
                delete(directory);
            }
            // Threads of libraries may linger; the cache is written when the process ends.
            System.exit(0);
            return 0;
        } catch (IOException | ConfigException e) {
            out.println("training failed: " + e.getMessage());
            return 1;
        }
    }

    /** Most servers are alone: if no group can be formed, the rest is still useful. */
    private static int group(Path directory, PrintStream out) {
        try {
            return TrainingGroup.live(directory);
        } catch (IOException e) {
            out.println("no group to train with: " + e.getMessage());
            return 0;
        }
    }

    private static int live(List<String> flags) throws IOException, ConfigException {
        List<String> all = Stream.concat(
                        flags.stream(),
                        Stream.of("--host", "127.0.0.1", "--http-port", "0", "--port", "0"))
                .toList();
        ServerConfig config = ConfigReader.read(all, Map.of());
        Server server = Server.start(config, Clock.SYSTEM);
        Signals.onStop(() -> System.exit(1));
        StartupMessage.print(
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                config,
                server.httpPort(),
                server.linePort());
        LoggerFactory.getLogger(Training.class).info("training on port {}", server.httpPort());
        try (TrainingAsker asker = new TrainingAsker(server.httpPort())) {
            for (int round = 0; round < ROUNDS; round++) {
                round(asker, "k" + round);
            }
            return asker.asked() + lines(server.linePort());
        } finally {
            server.stop();
        }
    }

    /** Sends pipelined line protocol requests, followed by the end of the connection. */
    private static int lines(int port) throws IOException {
        StringBuilder requests = new StringBuilder();
        for (int round = 0; round < ROUNDS; round++) {
            requests.append("l\nline").append(round).append("\n0 5\n");
            requests.append("r\nline\nx\nn\nline\nx\nsl\ns\n0 2\ne\nq\n\nw\nq\n0\nstats\n_\n_\n");
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(requests.toString().getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            return (int) new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .count();
        }
    }

    private static void round(TrainingAsker asker, String key) throws IOException {
        String session = quoted(asker.ask("POST", "/v1/sessions", "", "{\"owner\":\"training\"}"));
        String header = "X-Dflockd-Session: " + session + "\r\nIdempotency-Key: " + key + "\r\n";
        String path = "/v1/locks/" + key;
        String token =
                quoted(asker.ask("POST", path, header, "{\"acquire_timeout_s\":1}"), "token");
        asker.ask("POST", path, header.substring(0, header.indexOf('\n') + 1), "{}");
        String body = "{\"token\":\"" + token + "\"}";
        asker.ask("POST", path + "/renew", header, body);
        asker.ask("POST", path + "/enqueue", header, "");
        asker.ask("POST", path + "/release", header, body);
        asker.ask("POST", path + "/wait", header, "{\"timeout_s\":1}");
        asker.ask("POST", "/v1/semaphores/s" + key, header, "{\"limit\":2,\"lease_ttl_s\":5}");
        asker.ask("POST", "/v1/semaphores/s" + key, header, "{\"limit\":x}");
        asker.ask("POST", "/v1/sessions/" + session + "/ping", "", "");
        asker.ask("GET", "/v1/stats", "", "");
        asker.ask("GET", "/health", "", "");
        asker.ask("GET", "/ready", "", "");
        asker.ask("GET", "/metrics", "", "");
        asker.ask("GET", "/v1/openapi.json", "", "");
        asker.ask("GET", "/nowhere", "", "");
        asker.ask("DELETE", "/v1/sessions/" + session, "", "");
    }

    private static String quoted(String json) {
        return quoted(json, "session_id");
    }

    static String quoted(String json, String name) {
        int start = json.indexOf("\"" + name + "\":\"");
        if (start < 0) {
            return "";
        }
        start += name.length() + 4;
        return json.substring(start, json.indexOf('"', start));
    }

    /** Files that are still written to are left to the cleanup of temporary files. */
    private static void delete(Path directory) {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException | UncheckedIOException e) {
            LoggerFactory.getLogger(Training.class).info("cannot delete {}", directory, e);
        }
    }
}
