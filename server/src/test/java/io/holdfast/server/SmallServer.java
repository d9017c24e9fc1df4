package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server as a process of its own, with little memory, as hostile clients find it. */
final class SmallServer implements AutoCloseable {

    private final Process process;
    private final Path errors;
    private final BufferedReader out;
    private final int httpPort;
    private final int linePort;

    SmallServer(Path directory, List<String> jvmFlags, String... flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + options(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
        command.addAll(jvmFlags);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "io.holdfast.server.Main",
                "serve",
                "--ephemeral",
                "--http-port=0",
                "--port=0"));
        command.addAll(List.of(flags));
        this.errors = directory.resolve("err");
        this.process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        this.out = process.inputReader();
        this.httpPort = port();
        this.linePort = port();
    }

    /** How a server's JVM is started anywhere else too. */
    private static Path options() {
        Path here = Path.of("jvm.options");
        return Files.exists(here) ? here : Path.of("server", "jvm.options");
    }

    private int port() throws IOException {
        String line = out.readLine();
        assertThat(line).as("what the server says first").isNotNull();
        return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    int httpPort() {
        return httpPort;
    }

    int linePort() {
        return linePort;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String errors() throws IOException {
        return Files.readString(errors);
    }

    /** The sum of a metric over all its labels that contain the text. */
    static double metric(String exposition, String name, String label) {
        Matcher lines =
                Pattern.compile("(?m)^" + name + "(\\{[^}]*})? (\\S+)$").matcher(exposition);
        double sum = 0;
        while (lines.find()) {
            String labels = lines.group(1);
            if (label.isEmpty() || (labels != null && labels.contains(label))) {
                sum += Double.parseDouble(lines.group(2));
            }
        }
        return sum;
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        out.close();
    }
}
