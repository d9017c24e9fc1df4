package io.holdfast.bench.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Holdfast, started as its users start it. */
public final class Holdfast {

    /** The launcher builds the project on its first use, which takes minutes. */
    private static final Duration START_MAX = Duration.ofMinutes(10);

    private final Path launcher;
    private final List<String> arguments;

    /** {@code arguments} are added to those that the mode requires. */
    public Holdfast(Path launcher, List<String> arguments) {
        this.launcher = launcher;
        this.arguments = List.copyOf(arguments);
    }

    /** Starts an ephemeral server. */
    public Running memory(Path directory) throws IOException, InterruptedException {
        return start("memory", directory, List.of("--ephemeral"));
    }

    /** Starts a durable server: every grant is on disk before its reply. */
    public Running durable(Path directory) throws IOException, InterruptedException {
        String data = directory.resolve("holdfast-data").toString();
        return start("durable", directory, List.of("--data-dir", data));
    }

    private Running start(String name, Path directory, List<String> mode)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(launcher.toString(), "serve"));
        command.addAll(mode);
        command.addAll(List.of("--http-port", "0", "--port", "0"));
        command.addAll(arguments);
        Launched launched = Launched.start(name, directory, command);
        return new Running(launched.awaitPrintedAddress(START_MAX), launched);
    }
}
