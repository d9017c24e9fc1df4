package io.holdfast.client.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.client.Acquired;
import io.holdfast.client.Event;
import io.holdfast.client.EventStream;
import io.holdfast.client.Holdfast;
import io.holdfast.client.TestMember;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs the examples against a real server. */
final class ExamplesTest {

    private static TestMember member;

    @BeforeAll
    static void start() {
        member = TestMember.start("--demo");
    }

    @AfterAll
    static void stop() {
        member.close();
    }

    @Test
    void lockExamplesRun() throws InterruptedException {
        assertThat(new LockExamples(member.address()).lock()).containsExactly("deployed");
        assertThat(new LockExamples(member.address()).typed()).containsExactly("deployed");
        assertThat(new LockExamples(member.address()).semaphore())
                .containsExactly("downloaded downloads");
        assertThat(new LockExamples(member.address()).fixed()).containsExactly("deployed");
        assertThat(new LockExamples(member.address()).renewed()).containsExactly("deployed");
        assertThat(new LockExamples(member.address()).secured("jo")).containsExactly("acquired");
    }

    @Test
    void callsForUsersOfRedissonRun() throws InterruptedException {
        assertThat(new MigrationExamples().calls(member.address()))
                .containsExactly(
                        "fence true", "remaining true", "holder true", "again", "slot of api");
    }

    @Test
    void poolExampleRuns() throws InterruptedException {
        try (Holdfast client = member.client()) {
            assertThat(PoolExamples.pool(client, UUID.randomUUID())).isEqualTo("account 0");
        }
    }

    @Test
    void claimExampleRuns() throws InterruptedException {
        try (Holdfast client = member.client()) {
            assertThat(ClaimExamples.claim(client))
                    .singleElement()
                    .satisfies(claim -> assertThat(claim.resource()).isEqualTo("sequencer-3"));
        }
    }

    @Test
    void entityExampleRuns() throws InterruptedException {
        try (Holdfast client = member.client()) {
            assertThat(EntityExamples.entity(client).isGranted()).isTrue();
        }
    }

    @Test
    void nodeExampleRuns() throws InterruptedException {
        try (Holdfast client =
                Holdfast.builder().address(member.address()).token("jo").build()) {
            client.nodes()
                    .write("---\nid: task-limits\ntype: task\ntitle: Rate limits\n"
                            + "summary: Cap requests\ndate: 2026-06-21\n---\nText.\n");
            assertThat(NodeExamples.work(client)).containsExactly("Rate limits");
        }
    }

    @Test
    void resourceAndEventExamplesRun() throws InterruptedException {
        BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        try (Holdfast client = Holdfast.builder()
                        .address(member.address())
                        .owner("ann@ci")
                        .build();
                EventStream stream = ResourceExamples.events(client, events::add)) {
            Acquired held = client.lock("deploy-2").acquire();
            Event granted = events.poll(60, TimeUnit.SECONDS);

            assertThat(granted).isNotNull();
            assertThat(granted.kind()).isEqualTo("granted");
            assertThat(granted.owner()).isEqualTo("ann@ci");
            assertThat(granted.fence()).isEqualTo(held.orThrow().fence());
            assertThat(ResourceExamples.resources(client)).contains("deploy-2: ann@ci");
            assertThat(stream.lastId()).isNotNull();
        }
    }

    @Test
    void electionExampleRuns() throws InterruptedException {
        BlockingQueue<String> log = new LinkedBlockingQueue<>();
        try (Holdfast client = new ElectionExamples(log::add).election(member.address())) {
            assertThat(log.poll(60, TimeUnit.SECONDS)).isEqualTo("elected for billing");
            assertThat(client.lock("billing").tryLock()).isFalse();
        }
    }
}
