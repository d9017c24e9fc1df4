package io.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests work nodes and entity locks through the client. */
final class NodesTest {

    private static TestMember member;

    @BeforeAll
    static void start() {
        member = TestMember.start("--demo", "--nodes-claim-ttl", "3");
    }

    @AfterAll
    static void stop() {
        member.close();
    }

    private static Holdfast person(String name) {
        return Holdfast.builder().address(member.address()).token(name).build();
    }

    private static void write(Holdfast client, String id) {
        client.nodes()
                .write("---\nid: " + id + "\ntype: task\ntitle: T\nsummary: S\n"
                        + "date: 2026-06-21\n---\nText.\n");
    }

    @Test
    void claimedNodeIsHeldAndReleased() throws InterruptedException {
        try (Holdfast jo = person("jo");
                Holdfast sam = person("sam")) {
            write(jo, "task-held");
            assertThat(jo.nodes().read("task-held"))
                    .hasValueSatisfying(text -> assertThat(text).contains("title: T"));
            assertThat(jo.nodes().read("task-none")).isEmpty();

            Lease lease = jo.nodes().claim("task-held", "run-7").orThrow();

            assertThat(lease.fence()).isPositive();
            assertThat(((Acquired.Refused) sam.nodes().claim("task-held")).detail())
                    .contains("person-jo");
            Nodes.LeaseInfo extended = jo.nodes().extend("task-held", Duration.ofMinutes(1));
            assertThat(extended.by()).isEqualTo("person-jo");
            assertThat(extended.expiresIn()).isGreaterThan(Duration.ofSeconds(50));
            assertThat(jo.nodes().renew("task-held").session()).isEqualTo("run-7");
            assertThat(lease.release()).isTrue();
            assertThat(sam.nodes().claim("task-held").isGranted()).isTrue();
            assertThatThrownBy(() -> jo.nodes().renew("task-held"))
                    .isInstanceOfSatisfying(
                            HoldfastException.class,
                            lost -> assertThat(lost.code()).isEqualTo("lease_lost"));
        }
    }

    @Test
    void brokenLeaseOfANodeIsReported() throws InterruptedException {
        try (Holdfast jo = person("jo")) {
            write(jo, "task-broken");
            Lease lease = jo.nodes().claim("task-broken").orThrow();
            CompletableFuture<Loss> loss = new CompletableFuture<>();
            lease.onLost(loss::complete);

            jo.resources().breakGrant("nodes", "task-broken", lease.fence(), "test");

            assertThat(loss.orTimeout(60, TimeUnit.SECONDS).join().reason())
                    .isEqualTo(Loss.Reason.ENDED_BY_SERVER);
        }
    }

    @Test
    void invalidNodeIsRefusedWithItsReason() {
        try (Holdfast jo = person("jo")) {
            assertThatThrownBy(() -> jo.nodes().write("---\nid: task-x\n---\n"))
                    .isInstanceOf(HoldfastException.class)
                    .hasMessageContaining("type");
        }
    }

    @Test
    void entityLockIsExclusiveAndCanBeBroken() throws InterruptedException {
        try (Holdfast ann = member.client();
                Holdfast bob = member.client()) {
            Duration ttl = Duration.ofSeconds(3);
            Lease anns = ann.entities().acquire("components", "arm", ttl).orThrow();
            CompletableFuture<Loss> loss = new CompletableFuture<>();
            anns.onLost(loss::complete);

            Acquired busy = bob.entities().acquire("components", "arm", ttl);
            assertThat(((Acquired.Refused) busy).isBusy()).isTrue();
            assertThat(ann.entities().find("components", "arm"))
                    .hasValueSatisfying(lock -> assertThat(lock.owned()).isTrue());
            assertThat(bob.entities().find("components", "arm"))
                    .hasValueSatisfying(lock -> assertThat(lock.owned()).isFalse());

            Lease bobs = bob.entities()
                    .acquire("components", "arm", ttl, Set.of("data"), true)
                    .orThrow();

            assertThat(bobs.fence()).isGreaterThan(anns.fence());
            assertThat(loss.orTimeout(60, TimeUnit.SECONDS).join().reason())
                    .isEqualTo(Loss.Reason.ENDED_BY_SERVER);
            assertThat(bobs.release()).isTrue();
            assertThat(bob.entities().find("components", "arm")).isEmpty();
        }
    }
}
