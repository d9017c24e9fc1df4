package io.holdfast.log.engine;

import static io.holdfast.log.engine.TestClient.now;
import static io.holdfast.log.engine.TestClient.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.core.command.Command;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.command.TenantQuota;
import io.holdfast.core.command.TenantsSettings;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Token;
import io.holdfast.log.engine.TestClient.Sent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of three members with real sockets, files and time. */
final class ClusterTest {

    @TempDir
    private Path directory;

    private TestCluster cluster;

    @BeforeEach
    void start() throws IOException {
        cluster = TestCluster.ofThree(directory);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void everyMemberServesTheSameLocksAndReachesTheSameState() {
        TestClient one = TestClient.open(cluster.node("n1"), 1);
        TestClient two = TestClient.open(cluster.node("n2"), 2);
        TestClient three = TestClient.open(cluster.node("n3"), 3);
        Token held = token(one.acquire("k", 0, 60));
        Sent waiting = two.acquire("k", 60, 60);
        awaitParked(waiting);
        Sent behind = three.acquire("k", 60, 60);
        awaitParked(behind);
        assertThat(now(one.release("k", held))).isEqualTo(Outcome.DONE);
        Token next = token(waiting);
        assertThat(next.fence()).isGreaterThan(held.fence());
        now(two.release("k", next));
        assertThat(token(behind).fence()).isGreaterThan(next.fence());
        awaitOneState();
    }

    @Test
    void sessionContinuesAtAnotherMember() {
        TestClient one = TestClient.open(cluster.node("n1"), 1);
        Token held = token(one.acquire("k", 0, 60));
        one.goTo(cluster.node("n3"));
        assertThat(now(one.renew("k", held, 90))).isInstanceOf(Outcome.Renewed.class);
    }

    @Test
    void rejoiningMemberKeepsReloadedSettings() {
        Engine one = cluster.node("n1");
        Engine two = cluster.node("n2");
        TenantQuota oneKey = new TenantQuota(1, 0, 0, 0, 0);
        Settings read = Settings.DEFAULT.with(new TenantsSettings(oneKey, new TreeMap<>()));
        assertThat(submit(one, new MemberCommand.Configure(read))).isEqualTo(Outcome.DONE);
        long life = two.origin(0).incarnation();
        submit(one, new MemberCommand.Lost("n2", life));
        await().atMost(60, TimeUnit.SECONDS)
                .until(() ->
                        two.origin(0).incarnation() != life && two.state() == EngineState.RUNNING);
        TestClient client = TestClient.open(two, 2);
        assertThat(now(client.acquire("k", 0, 60))).isInstanceOf(Outcome.Granted.class);
        assertThat(now(client.acquire("more", 0, 60))).isNotInstanceOf(Outcome.Granted.class);
    }

    private static Outcome submit(Engine engine, Command<?> command) {
        Sent call = new Sent(command, null);
        engine.submit(call.call());
        return now(call);
    }

    @Test
    void leaseExpiresOnTimeForAWaiterAtAnyMember() {
        TestClient one = TestClient.open(cluster.node("n1"), 1);
        now(one.acquire("k", 0, 1));
        for (String name : List.of("n1", "n2", "n3")) {
            TestClient other = TestClient.open(cluster.node(name), name.hashCode());
            Sent waiting = other.acquire("k", 60, 1);
            assertThat(now(waiting)).isInstanceOf(Outcome.Granted.class);
        }
    }

    @Test
    void readAtAnyMemberSeesAcknowledgedWrites() {
        for (int round = 0; round < 10; round++) {
            TestClient client = TestClient.open(cluster.node("n" + (round % 3 + 1)), 100 + round);
            for (Engine engine : cluster.nodes()) {
                CompletableFuture<Boolean> found = new CompletableFuture<>();
                engine.read(
                        new Query.FindSession(Actor.DEFAULT_TENANT, client.session),
                        (session, point) -> found.complete(session != null),
                        () -> found.complete(false));
                assertThat(found.orTimeout(60, TimeUnit.SECONDS).join()).isTrue();
            }
        }
    }

    @Test
    void failedLeaderIsReplacedAndOtherWaitersKeepTheirPlaces() {
        String leader = cluster.leader();
        List<String> others = List.of("n1", "n2", "n3").stream()
                .filter(n -> !n.equals(leader))
                .toList();
        TestClient one = TestClient.open(cluster.node(others.get(0)), 1);
        TestClient two = TestClient.open(cluster.node(others.get(1)), 2);
        Token held = token(one.acquire("k", 0, 300));
        Sent waiting = two.acquire("k", 60, 60);
        awaitParked(waiting);
        cluster.stop(leader);
        assertThat(now(one.release("k", held))).isEqualTo(Outcome.DONE);
        assertThat(token(waiting).fence()).isGreaterThan(held.fence());
        awaitOneState();
        assertThat(cluster.leader()).isNotEqualTo(leader).isNotEmpty();
    }

    private static void awaitParked(Sent call) {
        await().atMost(60, TimeUnit.SECONDS).until(() -> call.parked);
    }

    private void awaitOneState() {
        await().atMost(60, TimeUnit.SECONDS).untilAsserted(() -> {
            Set<Long> hashes = new HashSet<>();
            cluster.nodes().forEach(engine -> hashes.add(TestCluster.hash(engine)));
            assertThat(hashes).hasSize(1);
        });
    }
}
