package io.holdfast.bench.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.bench.command.UsageException;
import io.holdfast.bench.load.ClosedLoop;
import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.load.Responder;
import io.holdfast.bench.load.Window;
import io.holdfast.bench.servers.Subject;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class NodesBenchTest {

    private static final PrintStream NOWHERE =
            new PrintStream(OutputStream.nullOutputStream(), true);

    private final Map<String, String> holders = new ConcurrentHashMap<>();
    private final Set<String> claimed = ConcurrentHashMap.newKeySet();

    /** Leases each node to one worker at a time. */
    private String answer(String request) {
        String[] path = request.split(" ")[1].split("/");
        String who = request.replaceAll("(?s).*Bearer (\\S+).*", "$1");
        if (path.length < 5) {
            return Responder.http(200, "{\"results\":[],\"leased\":1}");
        }
        claimed.add(path[3]);
        return switch (path[4]) {
            case "claim" ->
                holders.putIfAbsent(path[3], who) == null
                        ? Responder.http(200, "{\"status\":\"claimed\"}")
                        : Responder.http(409, "{}");
            case "renew" ->
                who.equals(holders.get(path[3]))
                        ? Responder.http(200, "{\"status\":\"renewed\"}")
                        : Responder.http(409, "{}");
            default ->
                holders.remove(path[3], who)
                        ? Responder.http(200, "{\"edge\":\"removed\"}")
                        : Responder.http(409, "{}");
        };
    }

    private static Subject subject(Responder responder) {
        return new Subject("fake", responder.address(), OptionalLong.empty());
    }

    @Test
    void workersNeverClaimTheSameNode() throws IOException {
        try (Responder responder = new Responder(10_000, this::answer)) {
            Subject subject = subject(responder);
            List<String> free =
                    IntStream.range(0, 10).mapToObj(NodeDialogues::id).toList();
            Measurement found = ClosedLoop.measure(
                    subject.address(),
                    4,
                    new NodeDialogues(subject.host(), 20).leases(4),
                    Window.ofSeconds(0.05, 0.2),
                    () -> 0,
                    System::nanoTime);

            assertThat(found.examples()).isEmpty();
            assertThat(found.latencies().count()).isPositive();
            assertThat(free).containsAll(claimed);
        }
    }

    @Test
    void workersCycleOverAllUnleasedNodes() {
        NodeDialogues dialogues = new NodeDialogues("host", 20);
        Set<Integer> seen = new TreeSet<>();
        for (int worker = 0; worker < 4; worker++) {
            int node = worker;
            do {
                assertThat(seen.add(node)).as("node %d", node).isTrue();
                node = dialogues.next(node, 4);
            } while (node != worker);
        }
        assertThat(seen).hasSize(10);
    }

    @Test
    void halfOfTheNodesAreLeasedAndRenewed() throws Exception {
        try (Responder responder = new Responder(10_000, this::answer)) {
            Subject subject = subject(responder);
            NodeDialogues dialogues = new NodeDialogues(subject.host(), 100);
            NodeFilling.fill(subject, dialogues);
            assertThat(holders).hasSize(50);

            Heartbeats.Result beats = new Heartbeats(subject, dialogues).run(0.01, 0.1);
            assertThat(beats.perSecond()).isPositive();
        }
    }

    @Test
    void invalidOptionsAreNamed() {
        NodesBench bench = new NodesBench();
        assertThatThrownBy(() -> bench.run(List.of("--nothing", "1"), NOWHERE))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--nothing");
        assertThatThrownBy(() -> bench.run(List.of("--nodes", "x"), NOWHERE))
                .hasMessageContaining("--nodes");
        assertThatThrownBy(() -> bench.run(List.of("--seconds"), NOWHERE))
                .hasMessageContaining("--seconds");
    }
}
