package io.holdfast.bench.servers;

import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A well-known server from Debian's packages, with the documented settings. */
public enum Yardstick {
    /** A fixed reply: the cost of HTTP alone. */
    NGINX("nginx", "nginx-light", "-v") {
        @Override
        List<String> command(Path program, Path directory, int port) throws IOException {
            Path file = directory.resolve("nginx.conf");
            Files.writeString(file, NginxSettings.text(directory, port));
            String prefix = directory.toString();
            return List.of(program.toString(), "-p", prefix, "-c", file.toString());
        }
    },

    /** One SET without a disk. */
    REDIS_MEMORY("redis-server", "redis-server", "--version") {
        @Override
        List<String> command(Path program, Path directory, int port) {
            return redis(program, directory, port, "no");
        }
    },

    /** One SET that is on disk before its reply. */
    REDIS_FSYNC("redis-server", "redis-server", "--version") {
        @Override
        List<String> command(Path program, Path directory, int port) {
            List<String> command = new ArrayList<>(redis(program, directory, port, "yes"));
            command.addAll(List.of("--appendfsync", "always"));
            command.addAll(List.of("--auto-aof-rewrite-percentage", "0"));
            return command;
        }
    },

    /** A lock and its unlock on one member, through the JSON gateway. */
    ETCD("etcd", "etcd-server", "--version") {
        @Override
        List<String> command(Path program, Path directory, int port) throws IOException {
            String clients = "http://127.0.0.1:" + port;
            String peers = "http://127.0.0.1:" + Addresses.freePort();
            List<String> command = new ArrayList<>(List.of(program.toString(), "--name", "bench"));
            command.addAll(List.of("--data-dir", directory.resolve("etcd-data").toString()));
            command.addAll(List.of("--listen-client-urls", clients));
            command.addAll(List.of("--advertise-client-urls", clients));
            command.addAll(List.of("--listen-peer-urls", peers));
            command.addAll(List.of("--initial-advertise-peer-urls", peers));
            command.addAll(List.of("--initial-cluster", "bench=" + peers));
            command.addAll(List.of("--logger", "zap", "--log-level", "error"));
            return command;
        }

        @Override
        boolean isReady(InetSocketAddress address) {
            return healthOf(address).contains("\"true\"");
        }
    };

    private static final Duration START_MAX = Duration.ofSeconds(30);
    private static final int HEALTH_MILLIS_MAX = 2_000;

    private final String program;
    private final String debianPackage;
    private final String versionFlag;

    Yardstick(String program, String debianPackage, String versionFlag) {
        this.program = program;
        this.debianPackage = debianPackage;
        this.versionFlag = versionFlag;
    }

    abstract List<String> command(Path program, Path directory, int port) throws IOException;

    /** Returns whether the server answers requests, once it accepts connections. */
    boolean isReady(InetSocketAddress address) {
        return true;
    }

    /** Returns the package that {@code --install-yardsticks} installs. */
    public String debianPackage() {
        return debianPackage;
    }

    /**
     * Returns the path of its program, if it is installed. {@code sbin} directories are searched
     * too.
     */
    public Optional<Path> installed() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(
                        Stream.of(path.split(File.pathSeparator)),
                        Stream.of("/usr/sbin", "/usr/local/sbin"))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Returns its version line, or that it is absent. */
    public String version() {
        return installed().map(this::versionLine).orElse(program + " is absent");
    }

    /** Starts it on a free port of the loopback address, with its files in the directory. */
    public Running start(Path directory) throws IOException, InterruptedException {
        Path executable =
                installed().orElseThrow(() -> new IOException(program + " is not installed"));
        Path own = Files.createDirectories(directory.resolve(name().toLowerCase(Locale.ROOT)));
        int port = Addresses.freePort();
        InetSocketAddress address = new InetSocketAddress("127.0.0.1", port);
        Launched launched = Launched.start(program, own, command(executable, own, port));
        Subject subject = launched.awaitConnect(address, START_MAX);
        launched.await(START_MAX, ignored -> isReady(address));
        return new Running(subject, launched);
    }

    private String versionLine(Path executable) {
        try {
            Process process = new ProcessBuilder(executable.toString(), versionFlag)
                    .redirectErrorStream(true)
                    .start();
            String text = new String(
                    process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return text.lines().findFirst().orElse(program).strip();
        } catch (IOException unknown) {
            return program + " of unknown version";
        }
    }

    private static List<String> redis(Path program, Path directory, int port, String append) {
        List<String> command = new ArrayList<>();
        command.add(program.toString());
        command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
        command.addAll(List.of("--dir", directory.toString(), "--save", ""));
        command.addAll(List.of("--appendonly", append));
        return command;
    }

    private static String healthOf(InetSocketAddress address) {
        try {
            URI uri = URI.create("http://127.0.0.1:" + address.getPort() + "/health");
            HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
            connection.setConnectTimeout(HEALTH_MILLIS_MAX);
            connection.setReadTimeout(HEALTH_MILLIS_MAX);
            try (var body = connection.getInputStream()) {
                return new String(body.readAllBytes(), StandardCharsets.ISO_8859_1);
            }
        } catch (IOException notYet) {
            return "";
        }
    }
}
