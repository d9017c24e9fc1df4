package io.holdfast.bench.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A subject and what must be closed when nobody loads it any more.
 *
 * @param owner the process that the bench started, or nothing to close where it did not
 */
public record Running(Subject subject, Closing owner) implements AutoCloseable {

    /** A server prints both addresses at once, or almost. */
    private static final Duration LINE_MAX = Duration.ofSeconds(5);

    /** Ends what stands behind a subject; it cannot fail. */
    public interface Closing extends AutoCloseable {
        @Override
        void close();
    }

    /** How its process ended, if it was ours and has ended by itself. */
    public Optional<String> ending() {
        return owner instanceof Launched launched ? launched.ending() : Optional.empty();
    }

    /**
     * The same server where it speaks the line protocol. What somebody else started has one
     * address, whatever is spoken there.
     */
    public Subject line() throws IOException, InterruptedException {
        return owner instanceof Launched launched
                ? launched.awaitPrintedLineAddress(LINE_MAX)
                : subject;
    }

    /** A server that somebody else started and ends. */
    public static Running foreign(Subject subject) {
        return new Running(subject, () -> {});
    }

    @Override
    public void close() {
        owner.close();
    }
}
