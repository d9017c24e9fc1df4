package io.holdfast.bench.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A subject, and the process to close afterwards.
 *
 * @param owner the process that the bench started, or nothing to close if it started none
 */
public record Running(Subject subject, Closing owner) implements AutoCloseable {

    /** A server prints both addresses at almost the same time. */
    private static final Duration LINE_MAX = Duration.ofSeconds(5);

    /** Stops the process behind a subject; it cannot fail. */
    public interface Closing extends AutoCloseable {
        @Override
        void close();
    }

    /** Returns how the process ended, if the bench started it and it exited by itself. */
    public Optional<String> ending() {
        return owner instanceof Launched launched ? launched.ending() : Optional.empty();
    }

    /**
     * Returns the subject of the line protocol. A server that the bench did not start has one
     * address only.
     */
    public Subject line() throws IOException, InterruptedException {
        return owner instanceof Launched launched
                ? launched.awaitPrintedLineAddress(LINE_MAX)
                : subject;
    }

    /** Returns a server that the bench neither starts nor stops. */
    public static Running foreign(Subject subject) {
        return new Running(subject, () -> {});
    }

    @Override
    public void close() {
        owner.close();
    }
}
