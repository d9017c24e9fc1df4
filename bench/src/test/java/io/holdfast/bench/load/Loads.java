package io.holdfast.bench.load;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;

/** Dialogues and windows for tests. */
final class Loads {

    static final long SECOND_NANOS = 1_000_000_000L;

    private Loads() {}

    static IntFunction<Dialogue> twoGets() {
        return connection -> new Dialogue(List.of(), List.of(get(200), get(200)), List.of());
    }

    static Step get(int status) {
        return new Step(Protocol.HTTP, "GET /health HTTP/1.1\r\nHost: a\r\n\r\n", status);
    }

    /** Returns a window that is {@code requests} of the responder's requests long. */
    static Window window(int warmupRequests, int requests) {
        return new Window(
                warmupRequests * Responder.NANOS_PER_REQUEST,
                requests * Responder.NANOS_PER_REQUEST,
                SECOND_NANOS);
    }

    static Measurement closed(
            Responder responder, int connections, IntFunction<Dialogue> says, Window window)
            throws IOException {
        return ClosedLoop.measure(
                responder.address(), connections, says, window, () -> -1, responder::now);
    }
}
