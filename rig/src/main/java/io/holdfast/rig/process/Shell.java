package io.holdfast.rig.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of the machine that the rig calls. */
public final class Shell {

    private Shell() {}

    /** Runs a program to its end, which must be a good one. */
    public static void run(String... words) throws IOException {
        output(words);
    }

    /** As {@link #run}; what it printed. */
    public static String output(String... words) throws IOException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException(
                        String.join(" ", words) + " ended with " + code + ": " + printed.strip());
            }
            return printed;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** As {@link #run}, where a failure leaves nothing worse than before. */
    public static boolean tryRun(String... words) {
        try {
            run(words);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Where a program is; {@code sbin} is not on everybody's path. */
    public static Optional<Path> find(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(
                        List.of(path.split(File.pathSeparator)).stream(),
                        Stream.of("/usr/sbin", "/sbin"))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Whether this process may do what root may. */
    public static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }
}
