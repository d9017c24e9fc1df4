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

/** A server process with little memory, the target of hostile clients. */
final class SmallServer implements AutoCloseable {

    private final Process process;
    private final Path errors;
    private final BufferedReader out;
    private final int httpPort;
    private final int linePort;

    SmallServer(Path directory, List<String> jvmFlags, String... flags) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("serve", "--ephemeral", "--http-port=0", "--port=0"));
        arguments.addAll(List.of(flags));
        this.errors = directory.resolve("err");
        this.process = new ProcessBuilder(ServerCommand.of(jvmFlags, arguments))
                .redirectError(errors.toFile())
                .start();
        this.out = process.inputReader();
        this.httpPort = port();
        this.linePort = port();
    }

    private int port() throws IOException {
        String line = out.readLine();
        assertThat(line).as("what the server says first").isNotNull();
        String port = line.substring(line.lastIndexOf(':') + 1);
        return Integer.parseInt(port.replace(" (TLS)", ""));
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

    /** Returns a metric's sum over all labels that contain the text. */
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
