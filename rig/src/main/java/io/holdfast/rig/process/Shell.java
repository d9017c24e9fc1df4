package io.holdfast.rig.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs other programs of the machine. */
public final class Shell {

    private Shell() {}

    /** Runs a program, which must exit with 0. */
    public static void run(String... words) throws IOException {
        output(words);
    }

    /** Like {@link #run}. Returns the output. */
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

    /** Like {@link #run}, but returns false on failure. */
    public static boolean tryRun(String... words) {
        try {
            run(words);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the path of a program. {@code sbin} directories are always searched too. */
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

    /** Returns whether this process runs as root. */
    public static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }
}
