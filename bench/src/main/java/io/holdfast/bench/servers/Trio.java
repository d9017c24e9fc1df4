package io.holdfast.bench.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Three members of one cluster on this machine. */
public final class Trio implements AutoCloseable {

    private static final int NODES = 3;
    private static final Duration START_MAX = Duration.ofMinutes(3);

    private final List<Launched> launched = new ArrayList<>();
    private final List<Subject> subjects = new ArrayList<>();

    private Trio() {}

    /** Starts three members of Holdfast, each with its own directory. */
    public static Trio holdfast(Path launcher, List<String> arguments, Path directory)
            throws IOException, InterruptedException {
        // The launcher builds the project on its first use: once here, not three times
        // concurrently.
        new ProcessBuilder(launcher.toString(), "--version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        int[] ports = ports();
        StringJoiner peers = new StringJoiner(",");
        for (int node = 0; node < NODES; node++) {
            peers.add("n" + (node + 1) + "=127.0.0.1:" + ports[node]);
        }
        Trio trio = new Trio();
        try {
            for (int node = 0; node < NODES; node++) {
                String name = "n" + (node + 1);
                Path own = Files.createDirectories(directory.resolve(name));
                List<String> command =
                        new ArrayList<>(List.of(launcher.toString(), "serve", "--node", name));
                command.addAll(List.of("--peers", peers.toString()));
                command.addAll(List.of("--data-dir", own.resolve("data").toString()));
                command.addAll(List.of("--http-port", "0", "--port", "0"));
                command.addAll(arguments);
                trio.launched.add(Launched.start(name, own, command));
            }
            for (Launched node : trio.launched) {
                trio.subjects.add(node.awaitPrintedAddress(START_MAX));
            }
            return trio;
        } catch (IOException | InterruptedException e) {
            trio.close();
            throw e;
        }
    }

    /** Starts three members of etcd, as Debian packages it. */
    public static Trio etcd(Path directory) throws IOException, InterruptedException {
        Path program = Yardstick.ETCD
                .installed()
                .orElseThrow(() -> new IOException("etcd is not installed"));
        int[] clients = ports();
        int[] peers = ports();
        StringJoiner cluster = new StringJoiner(",");
        for (int node = 0; node < NODES; node++) {
            cluster.add("e" + (node + 1) + "=http://127.0.0.1:" + peers[node]);
        }
        Trio trio = new Trio();
        try {
            for (int node = 0; node < NODES; node++) {
                String name = "e" + (node + 1);
                Path own = Files.createDirectories(directory.resolve(name));
                trio.launched.add(Launched.start(
                        name,
                        own,
                        etcd(program, name, own, clients[node], peers[node], cluster.toString())));
            }
            for (int node = 0; node < NODES; node++) {
                InetSocketAddress address = new InetSocketAddress("127.0.0.1", clients[node]);
                Launched one = trio.launched.get(node);
                trio.subjects.add(one.awaitConnect(address, START_MAX));
                one.await(START_MAX, ignored -> Yardstick.ETCD.isReady(address));
            }
            return trio;
        } catch (IOException | InterruptedException e) {
            trio.close();
            throw e;
        }
    }

    private static List<String> etcd(
            Path program, String name, Path directory, int client, int peer, String cluster) {
        String clients = "http://127.0.0.1:" + client;
        String peers = "http://127.0.0.1:" + peer;
        List<String> command = new ArrayList<>(List.of(program.toString(), "--name", name));
        command.addAll(List.of("--data-dir", directory.resolve("data").toString()));
        command.addAll(List.of("--listen-client-urls", clients));
        command.addAll(List.of("--advertise-client-urls", clients));
        command.addAll(List.of("--listen-peer-urls", peers));
        command.addAll(List.of("--initial-advertise-peer-urls", peers));
        command.addAll(List.of("--initial-cluster", cluster));
        command.addAll(List.of("--logger", "zap", "--log-level", "error"));
        return command;
    }

    private static int[] ports() throws IOException {
        int[] ports = new int[NODES];
        for (int node = 0; node < NODES; node++) {
            ports[node] = Addresses.freePort();
        }
        return ports;
    }

    /** Returns the member for a connection; connections are spread evenly. */
    public Subject subject(int connection) {
        return subjects.get(connection % NODES);
    }

    /** Returns the CPU time of all members together. */
    public long processorNanos() {
        return subjects.stream().mapToLong(Subject::processorNanos).sum();
    }

    @Override
    public void close() {
        launched.forEach(Launched::close);
    }
}
