package io.holdfast.server;

import io.holdfast.log.Clock;
import io.holdfast.server.config.ConfigException;
import io.holdfast.server.config.ConfigReader;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Three servers that run for a short time as one group, in this process. They get enough requests
 * for the JVM to learn which methods are worth compiling: without that, the first minute of a group
 * is slow, above all if three members share a machine.
 */
final class TrainingGroup {

    private static final int NODES = 3;
    private static final int CLIENTS = 12;
    private static final int ROUNDS = 250;

    private TrainingGroup() {}

    static int live(Path directory) throws IOException {
        StringJoiner peers = new StringJoiner(",");
        for (int node = 1; node <= NODES; node++) {
            peers.add("n" + node + "=127.0.0.1:" + freePort());
        }
        List<Callable<Server>> starts = new ArrayList<>();
        for (int node = 1; node <= NODES; node++) {
            String name = "n" + node;
            starts.add(() -> start(name, peers.toString(), directory.resolve(name)));
        }
        // They end with this process: a graceful stop would take seconds, and is rare.
        List<Server> servers = together(starts);
        List<Callable<Integer>> clients = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            String key = "key" + client;
            int port = servers.get(client % NODES).httpPort();
            clients.add(() -> lockAndRelease(port, key));
        }
        return together(clients).stream().mapToInt(Integer::intValue).sum();
    }

    private static Server start(String name, String peers, Path directory)
            throws IOException, ConfigException {
        List<String> flags = new ArrayList<>(List.of("--node", name, "--peers", peers));
        flags.addAll(List.of("--data-dir", directory.toString(), "--host", "127.0.0.1"));
        flags.addAll(List.of("--http-port", "0", "--port", "0"));
        return Server.start(ConfigReader.read(flags, Map.of()), Clock.SYSTEM);
    }

    private static int lockAndRelease(int port, String key) throws IOException {
        try (TrainingAsker asker = new TrainingAsker(port)) {
            String session =
                    Training.quoted(asker.ask("POST", "/v1/sessions", "", ""), "session_id");
            String header = "X-Dflockd-Session: " + session + "\r\n";
            String path = "/v1/locks/" + key;
            for (int round = 0; round < ROUNDS; round++) {
                String reply = asker.ask("POST", path, header, "{\"acquire_timeout_s\":60}");
                String body = "{\"token\":\"" + Training.quoted(reply, "token") + "\"}";
                asker.ask("POST", path + "/release", header, body);
            }
            return asker.asked();
        }
    }

    /** Runs all concurrently, each on a thread of its own. */
    private static <T> List<T> together(List<Callable<T>> parts) throws IOException {
        List<FutureTask<T>> tasks = parts.stream().map(FutureTask::new).toList();
        tasks.forEach(task -> Thread.ofPlatform().daemon().start(task));
        List<T> done = new ArrayList<>();
        for (FutureTask<T> task : tasks) {
            try {
                done.add(task.get());
            } catch (ExecutionException | InterruptedException e) {
                throw new IOException("cannot train with a group", e);
            }
        }
        return done;
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }
}
