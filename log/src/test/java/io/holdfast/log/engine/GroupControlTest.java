package io.holdfast.log.engine;

import static io.holdfast.log.engine.TestClient.now;
import static io.holdfast.log.engine.TestClient.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Token;
import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;
import io.holdfast.log.GroupControl;
import io.holdfast.log.GroupControl.Member;
import io.holdfast.log.GroupControl.Refused;
import io.holdfast.log.LogOptions;
import io.holdfast.log.journal.JournalLog;
import io.holdfast.log.raft.ClusterLog;
import io.holdfast.log.raft.ClusterOptions;
import io.holdfast.log.raft.FreePorts;
import io.holdfast.log.raft.PeerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that grows, shrinks and loses a disk, with real sockets, files and time. */
final class GroupControlTest {

    private static final long PATIENCE_SECONDS = 60;

    private final SortedMap<String, PeerAddress> addresses = FreePorts.peers("n1", "n2", "n3");
    private final Map<String, Path> directories = new ConcurrentHashMap<>();
    private final Map<String, Engine> nodes = new ConcurrentHashMap<>();
    private final Map<String, CommitLog> logs = new ConcurrentHashMap<>();

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        nodes.values().parallelStream().forEach(Engine::close);
        // A log that waits to be added has no engine yet.
        logs.values().forEach(CommitLog::close);
    }

    private String address(String name) {
        return String.valueOf(addresses.get(name));
    }

    private Engine start(String name, boolean join) throws IOException {
        SortedMap<String, PeerAddress> own = new TreeMap<>();
        own.put(name, PeerAddress.parse(address(name)));
        return start(
                name,
                new ClusterLog(
                        directories.getOrDefault(name, directory.resolve(name)),
                        LogOptions.DEFAULT,
                        new ClusterOptions(name, own, null, join, null),
                        Clock.SYSTEM));
    }

    private Engine start(String name, CommitLog log) throws IOException {
        logs.put(name, log);
        Engine engine = Engine.start(
                log, Clock.SYSTEM, new EngineOptions(name, Settings.DEFAULT, false, false));
        nodes.put(name, engine);
        return engine;
    }

    /** Starts a member that waits to be added. */
    private CompletableFuture<Engine> joining(String name) {
        CompletableFuture<Engine> started = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                started.complete(start(name, true));
            } catch (IOException | RuntimeException e) {
                started.completeExceptionally(e);
            }
        });
        return started;
    }

    private Engine node(String name) {
        Engine engine = nodes.get(name);
        if (engine == null) {
            throw new AssertionError("no node " + name);
        }
        return engine;
    }

    private GroupControl control(String name) {
        CommitLog log = logs.get(name);
        if (log == null) {
            throw new AssertionError("no node " + name);
        }
        return log.control();
    }

    private void stop(String name) {
        Engine engine = nodes.remove(name);
        logs.remove(name);
        if (engine != null) {
            engine.close();
        }
    }

    private static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> names(GroupControl control) {
        return control.status().members().stream().map(Member::node).toList();
    }

    private void growToThree() throws IOException {
        start("n1", false);
        for (String name : List.of("n2", "n3")) {
            CompletableFuture<Engine> started = joining(name);
            // Adding it under a wrong name is rejected, and it can still be added under its own.
            refused(control("n1").add("other", address(name)), Refused.Reason.CONFLICT);
            get(control("n1").add(name, address(name)));
            get(started);
        }
    }

    @Test
    void singleMemberGrowsToThreeThenReplacesAndMovesAMember() throws IOException {
        Engine alone =
                start("n1", new JournalLog(directory.resolve("n1"), LogOptions.DEFAULT, "n1"));
        TestClient one = TestClient.open(alone, 1);
        Token held = token(one.acquire("k", 0, 600));
        stop("n1");

        growToThree();

        assertThat(names(control("n1"))).containsExactly("n1", "n2", "n3");
        refused(control("n1").add("n4", address("n2")), Refused.Reason.CONFLICT);
        TestClient other = TestClient.open(node("n3"), 2);
        assertThat(now(other.acquire("k", 0, 60))).isEqualTo(Outcome.TIMED_OUT);
        Token next = token(other.acquire("l", 0, 60));
        assertThat(next.fence()).isGreaterThan(held.fence());

        stop("n2");
        wipe(directory.resolve("n2"));
        CompletableFuture<Engine> again = joining("n2");
        get(control("n1").replace("n2", null));
        TestClient third = TestClient.open(get(again), 3);
        assertThat(now(third.acquire("k", 0, 60))).isEqualTo(Outcome.TIMED_OUT);
        one.goTo(node("n2"));
        assertThat(now(one.release("k", held))).isEqualTo(Outcome.DONE);
        assertThat(names(control("n1"))).containsExactly("n1", "n2", "n3");
        moveAndLeadThere("n2", one);
    }

    /** Moves the member; its old address must not prevent others from reaching the new one. */
    private void moveAndLeadThere(String name, TestClient client) throws IOException {
        Engine old = node(name);
        addresses.putAll(FreePorts.peers(name));
        directories.put(name, directory.resolve(name + "-moved"));
        CompletableFuture<Engine> moved = joining(name);
        get(control("n1").replace(name, address(name)));
        client.goTo(get(moved));
        assertThat(now(client.acquire("m", 0, 60))).isInstanceOf(Outcome.Granted.class);
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .until(() -> old.state() == EngineState.REMOVED);
        old.close();
        for (String each : List.of("n1", "n3")) {
            assertThat(control(each).status().members())
                    .filteredOn(member -> member.node().equals(name))
                    .extracting(Member::address)
                    .containsExactly(address(name));
        }
        // As a leader it must get votes, and receive batches and requests.
        get(control("n3").transfer(name));
        client.goTo(node("n3"));
        assertThat(now(client.acquire("o", 0, 60))).isInstanceOf(Outcome.Granted.class);
        get(control(name).transfer("n3"));
        assertThat(now(client.acquire("p", 0, 60))).isInstanceOf(Outcome.Granted.class);
        stop("n1");
        assertThat(now(client.acquire("q", 0, 60))).isInstanceOf(Outcome.Granted.class);
    }

    private static void wipe(Path root) throws IOException {
        try (var files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void leadershipTransfersAndALeaderCanBeRemoved() throws IOException {
        growToThree();
        GroupControl asked = control("n3");
        get(asked.transfer("n2"));
        assertThat(asked.status().leader()).isEqualTo("n2");
        GroupControl leading = control("n2");
        await().until(() -> leading.status().leads()
                && leading.status().members().stream()
                        .allMatch(member -> member.matchIndex() >= 0 && member.heardMillis() >= 0));

        get(asked.remove("n2"));

        assertThat(names(asked)).containsExactly("n1", "n3");
        TestClient one = TestClient.open(node("n1"), 1);
        assertThat(now(one.acquire("k", 0, 60))).isInstanceOf(Outcome.Granted.class);
    }

    @Test
    void invalidChangesAreRejectedWithAReason() throws IOException {
        start("n1", false);
        GroupControl control = control("n1");
        refused(control.add("n1", address("n1")), Refused.Reason.CONFLICT);
        refused(control.add("n2", "nonsense"), Refused.Reason.CONFLICT);
        refused(control.add("n2", address("n1")), Refused.Reason.CONFLICT);
        refused(control.remove("n7"), Refused.Reason.UNKNOWN_NODE);
        refused(control.remove("n1"), Refused.Reason.CONFLICT);
        refused(control.transfer("n7"), Refused.Reason.UNKNOWN_NODE);
        refused(control.replace("n1", address("n2")), Refused.Reason.CONFLICT);
        refused(control.replace("n7", address("n2")), Refused.Reason.UNKNOWN_NODE);
        assertThat(names(control)).containsExactly("n1");
    }

    private static void refused(CompletableFuture<Void> change, Refused.Reason reason) {
        assertThatThrownBy(() -> change.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).isEqualTo(reason));
    }
}
