package io.holdfast.bench.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.bench.command.UsageException;
import io.holdfast.bench.load.Responder;
import io.holdfast.bench.servers.Subject;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class EventsBenchTest {

    private static final PrintStream NOWHERE =
            new PrintStream(OutputStream.nullOutputStream(), true);

    private final Queue<String> acquired = new ConcurrentLinkedQueue<>();

    private String answer(String request) {
        String path = request.split(" ")[1];
        if (path.startsWith("/v1/locks/")) {
            acquired.add(path.substring("/v1/locks/".length()));
        }
        return Responder.http(200, "{\"session_id\":\"s\"}");
    }

    private static Subject subject(Responder responder) {
        return new Subject("fake", responder.address(), OptionalLong.empty());
    }

    @Test
    void everyLockIsAcquiredOnce() throws Exception {
        try (Responder responder = new Responder(10_000, this::answer)) {
            HeldLocks locks = new HeldLocks(subject(responder), "n");
            locks.fill(25);
            locks.fill(333);

            assertThat(acquired)
                    .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 333)
                            .mapToObj(i -> locks.prefix() + i)
                            .toList());
        }
    }

    @Test
    void refusedEventStreamIsAnError() throws IOException {
        try (Responder responder = new Responder(10_000, request -> Responder.http(403, "{}"))) {
            assertThatThrownBy(() -> new EventStream(subject(responder), ""))
                    .hasMessageContaining("403");
        }
    }

    @Test
    void invalidOptionsAreNamed() {
        EventsBench bench = new EventsBench();
        assertThatThrownBy(() -> bench.run(List.of("--nothing"), NOWHERE))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--nothing");
        assertThatThrownBy(() -> bench.run(List.of("--readers", "0"), NOWHERE))
                .hasMessageContaining("--readers");
    }
}
