package io.holdfast.bench.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.bench.command.UsageException;
import io.holdfast.bench.load.ClosedLoop;
import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.load.Responder;
import io.holdfast.bench.load.Samples;
import io.holdfast.bench.load.Window;
import io.holdfast.bench.report.Report;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.report.Row.Kind;
import io.holdfast.bench.report.Row.Measured;
import io.holdfast.bench.servers.Subject;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class PoolsBenchTest {

    private final Set<String> pools = ConcurrentHashMap.newKeySet();
    private final Set<String> leases = ConcurrentHashMap.newKeySet();

    /** Grants every borrow, and accepts returns of its own leases only. */
    private String answer(String request) {
        String path = request.split(" ")[1];
        if (request.startsWith("PUT ")) {
            pools.add(path);
            return Responder.http(200, "{\"count\":100,\"in_use\":0}");
        }
        if (path.endsWith("/borrow") && pools.contains(path.replace("/borrow", ""))) {
            String lease = UUID.randomUUID().toString();
            leases.add(lease);
            return Responder.http(200, "{\"lease\":\"" + lease + "\",\"position\":0}");
        }
        int at = request.indexOf("\"lease\":\"") + 9;
        boolean held = at > 9 && leases.remove(request.substring(at, at + 36));
        return Responder.http(200, "{\"returned\":" + held + "}");
    }

    private static Subject subject(Responder responder) {
        return new Subject("fake", responder.address(), OptionalLong.empty());
    }

    @Test
    void borrowedSlotsAreReturned() throws IOException {
        try (Responder responder = new Responder(10_000, this::answer)) {
            Subject subject = subject(responder);
            PoolDialogues dialogues = PoolDialogues.of(subject, 7);
            Measurement found = ClosedLoop.measure(
                    subject.address(),
                    4,
                    dialogues.spread(10, 4),
                    Window.ofSeconds(0.05, 0.2),
                    () -> 0,
                    System::nanoTime);

            assertThat(found.examples()).isEmpty();
            assertThat(found.latencies().count()).isPositive();
            assertThat(pools).hasSize(4);
        }
    }

    @Test
    void serverIsFilledWithPoolsAndLeases() throws Exception {
        try (Responder responder = new Responder(10_000, this::answer)) {
            Subject subject = subject(responder);
            new Filling(subject, PoolDialogues.of(subject, 7)).fill(1, 41, 10);

            assertThat(pools).hasSize(40);
            assertThat(leases).hasSize(400);
        }
    }

    @Test
    void goalsAreComparedWithTheRowsOfTheSameRun() {
        List<Row> rows = List.of(
                row("pools.memory.many", Samples.good()),
                row("pools.memory.full", Samples.of(900, 50_000, 0, List.of())),
                row("pools.durable.one", Samples.good()));

        String text =
                new Report(List.of(), rows, PoolGoals.of(rows, List.of(64)), List.of()).text();

        assertThat(text)
                .contains("pools.memory.full at 64, time of a pair", "at most 1.30 x", "1.11 x")
                .contains("CPU a pair", "1.25 x")
                .contains("cc.me on PostgreSQL", "at least 20.00 x", "missed");
    }

    private static Row row(String id, Measurement figures) {
        return new Row(id, 64, Kind.PAIR, new Measured(figures));
    }

    @Test
    void invalidOptionsAreNamed() {
        assertThatThrownBy(() -> new PoolsBench().options().read(List.of("--nothing", "1")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--nothing");
        assertThatThrownBy(() -> new PoolsBench().options().read(List.of("--many", "0.5")))
                .hasMessageContaining("whole number");
        assertThatThrownBy(() -> new PoolsBench().options().read(List.of("--seconds", "-1")))
                .hasMessageContaining("--seconds");
    }
}
