package io.holdfast.rig.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server as a child process. It is killed when the rig ends for any reason. */
public final class ServerProcess implements AutoCloseable {

    private static final Pattern ADDRESS =
            Pattern.compile("listening on https?://(\\S+):(\\d+)\\s*");
    private static final long START_SECONDS_MAX = 300;
    private static final int EXCERPT_MAX = 4_000;

    private final Process process;
    private final Path out;
    private final Path err;
    private final long startedNanos = System.nanoTime();
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final Thread copier;
    private final Thread hook;

    private ServerProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
        this.hook = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(hook);
        this.copier = Thread.ofPlatform().name("server-out").daemon().start(this::copyOut);
    }

    /**
     * Starts a server, with its output in files of the directory. Does not wait until it listens.
     */
    public static ServerProcess launch(ServerCommand command, Path directory) throws IOException {
        return launch(command.words(), Map.of(), directory);
    }

    /** Like {@link #launch(ServerCommand, Path)}, for any command line. */
    public static ServerProcess launch(
            List<String> words, Map<String, String> environment, Path directory)
            throws IOException {
        Path out = Files.createTempFile(directory, "server-", ".out");
        Path err = Path.of(out.toString().replace(".out", ".err"));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(environment);
        Process process = builder.redirectError(err.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .start();
        return new ServerProcess(process, out, err);
    }

    /** Starts a server and waits until it prints its address. */
    public static ServerProcess start(ServerCommand command, Path directory) throws IOException {
        ServerProcess server = launch(command, directory);
        server.awaitPort();
        return server;
    }

    private void copyOut() {
        try (BufferedReader lines = new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                Writer copy = Files.newBufferedWriter(out)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                copy.append(line).append('\n').flush();
                Matcher address = ADDRESS.matcher(line);
                if (address.matches()) {
                    port.complete(Integer.parseInt(address.group(2)));
                }
            }
            port.completeExceptionally(new IOException("the process exited before it listened"));
        } catch (IOException e) {
            port.completeExceptionally(e);
        }
    }

    /** Waits for the port that the server prints, and returns it. */
    public int awaitPort() throws IOException {
        try {
            return port.get(START_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            kill();
            throw new IOException("the server did not start: " + printed(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the server started", e);
        }
    }

    public int port() {
        return port.join();
    }

    public long pid() {
        return process.pid();
    }

    /** Returns when the process was started, on the clock of {@link System#nanoTime}. */
    public long startedNanos() {
        return startedNanos;
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** Sends a signal by name, such as STOP or CONT. */
    public void signal(String name) throws IOException {
        Shell.run("kill", "-" + name, Long.toString(pid()));
    }

    /** Sends SIGKILL and waits for the exit. */
    public void kill() {
        process.destroyForcibly();
        awaitExit();
    }

    /** Sends SIGTERM; does not wait. */
    public void terminate() {
        process.destroy();
    }

    /** Waits for the exit and until all output is in the files. Returns the exit code. */
    public int awaitExit() {
        try {
            if (!process.waitFor(START_SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("the server did not exit: " + printed());
            }
            copier.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        removeHook();
        return process.exitValue();
    }

    /** Returns all output, of both streams. */
    public String printed() {
        try {
            return Files.readString(out) + Files.readString(err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the end of the output. */
    public String excerpt() {
        String text = printed();
        return text.substring(Math.max(0, text.length() - EXCERPT_MAX));
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            List<ProcessHandle> children = process.descendants().toList();
            kill();
            children.forEach(ProcessHandle::destroyForcibly);
        }
        removeHook();
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The rig is shutting down, and the process has already ended.
        }
    }
}
