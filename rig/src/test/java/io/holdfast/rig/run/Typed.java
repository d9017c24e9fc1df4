package io.holdfast.rig.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A running {@code holdfast} command, with its output in files. */
final class Typed implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Process process;
    private final Path out;
    private final Path err;

    private Typed(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Restores the signals that a build in the background ignores. */
    static final List<String> SIGNALS = List.of("env", "--default-signal=HUP,INT,QUIT");

    /** Returns the words that start the command line on the class path of the test. */
    static List<String> holdfast() {
        return List.of(
                SIGNALS.get(0),
                SIGNALS.get(1),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "io.holdfast.cli.Main");
    }

    /** Starts a command whose input is empty. */
    static Typed start(Path directory, Map<String, String> environment, String... words)
            throws IOException {
        return start(directory, environment, new File("/dev/null"), words);
    }

    /** Starts a command. */
    static Typed start(Path directory, Map<String, String> environment, File input, String... words)
            throws IOException {
        Path out = Files.createTempFile(directory, "typed-", ".out");
        Path err = Files.createTempFile(directory, "typed-", ".err");
        List<String> all = new ArrayList<>(holdfast());
        all.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(all)
                .directory(directory.toFile())
                .redirectInput(input)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        return new Typed(builder.start(), out, err);
    }

    /** Waits for the exit and returns the code. */
    int code() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("%s %s", out(), err())
                .isTrue();
        return process.exitValue();
    }

    String out() {
        return text(out);
    }

    String err() {
        return text(err);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the output has this many lines, and returns the last of them. */
    String awaitLine(int number) {
        await().atMost(PATIENCE).until(() -> !process.isAlive() || out().lines().count() >= number);
        assertThat(out().lines().count()).as("%s %s", out(), err()).isGreaterThanOrEqualTo(number);
        return out().lines().toList().get(number - 1);
    }

    /** Sends a signal by its name. */
    void signal(String name) throws IOException, InterruptedException {
        signal(name, process.pid());
    }

    static void signal(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(pid)).start().waitFor();
    }

    /** Waits until a process is gone or only waits to be reaped. */
    static void awaitEnd(String pid) {
        await().atMost(PATIENCE).until(() -> !isAlive(pid));
    }

    static boolean isAlive(String pid) {
        try {
            String stat = Files.readString(Path.of("/proc", pid, "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
