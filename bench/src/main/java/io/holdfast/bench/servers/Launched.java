package io.holdfast.bench.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A server as a child process. It ends when the bench ends for any reason. */
public final class Launched implements Running.Closing {

    private static final long POLL_MILLIS = 20;
    private static final int CONNECT_MILLIS_MAX = 500;
    private static final int LOG_EXCERPT_MAX = 2_000;
    private static final long STOP_SECONDS_MAX = 10;

    private final String name;
    private final Process process;
    private final Path log;
    private final Thread hook;

    private Launched(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.hook = new Thread(this::endAtOnce);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts the command with its output in a file, which costs the bench no time. */
    static Launched start(String name, Path directory, List<String> command) throws IOException {
        Path log = directory.resolve(name + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .start();
        return new Launched(name, process, log);
    }

    /** Waits until the server prints its address. */
    Subject awaitPrintedAddress(Duration timeout) throws IOException, InterruptedException {
        await(timeout, launched -> launched.printedAddress().isPresent());
        return subject(printedAddress().orElseThrow());
    }

    /** Like {@link #awaitPrintedAddress}, for the line protocol, which a server may print later. */
    Subject awaitPrintedLineAddress(Duration timeout) throws IOException, InterruptedException {
        await(timeout, launched -> launched.printedLineAddress().isPresent());
        return subject(printedLineAddress().orElseThrow());
    }

    /** Waits until the address accepts connections. */
    Subject awaitConnect(InetSocketAddress address, Duration timeout)
            throws IOException, InterruptedException {
        await(timeout, launched -> canConnect(address));
        return subject(address);
    }

    void await(Duration timeout, Predicate<Launched> ready)
            throws IOException, InterruptedException {
        long endNanos = System.nanoTime() + timeout.toNanos();
        while (true) {
            // Read before the output, because the process may print the address and then exit.
            boolean ended = !process.isAlive();
            if (ready.test(this)) {
                return;
            }
            if (ended) {
                int code = process.exitValue();
                removeHook();
                throw new IOException(
                        name + " ended with " + code + " before it served: " + printed());
            }
            if (System.nanoTime() > endNanos) {
                close();
                throw new IOException(name + " did not serve in " + timeout + ": " + printed());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Returns how the process ended, if it has. */
    Optional<String> ending() {
        return process.isAlive()
                ? Optional.empty()
                : Optional.of(name + " ended with " + process.exitValue() + ": " + printed());
    }

    private Subject subject(InetSocketAddress address) {
        return new Subject(name, address, OptionalLong.of(process.pid()));
    }

    private Optional<InetSocketAddress> printedAddress() {
        return Addresses.firstIn(wholeLines());
    }

    private Optional<InetSocketAddress> printedLineAddress() {
        return Addresses.lineIn(wholeLines());
    }

    /** An incomplete line could contain half a port. */
    private String wholeLines() {
        String text = text();
        return text.substring(0, text.lastIndexOf('\n') + 1);
    }

    private String text() {
        try {
            return new String(Files.readAllBytes(log), StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            return "";
        }
    }

    private String printed() {
        String text = text().strip();
        return text.substring(Math.max(0, text.length() - LOG_EXCERPT_MAX));
    }

    private static boolean canConnect(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS_MAX);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    @Override
    public void close() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        children.forEach(ProcessHandle::destroyForcibly);
        removeHook();
    }

    /** Terminates rather than kills: a killed nginx leaves its workers behind, listening. */
    private void endAtOnce() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        children.forEach(ProcessHandle::destroy);
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException stopping) {
            // The hook is about to run on a process that has ended, so it does nothing.
        }
    }
}
