package io.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.client.Election;
import io.holdfast.client.Holdfast;
import io.holdfast.client.Loss;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.integration.leader.AbstractCandidate;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.event.AbstractLeaderEvent;
import org.springframework.integration.leader.event.OnFailedToAcquireMutexEvent;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

/** Tests elections of two instances of an application against a real server. */
final class HoldfastLeaderInitiatorTest {

    private static TestServer server;
    private static Holdfast otherClient;

    @BeforeAll
    static void start() {
        server = new TestServer();
        otherClient = server.newClient();
    }

    @AfterAll
    static void stop() {
        otherClient.close();
        server.close();
    }

    /** Writes down what happens to it. */
    private static class Notes extends AbstractCandidate {

        final BlockingQueue<String> happened;
        private final String name;

        Notes(String name, String role, BlockingQueue<String> happened) {
            super(name, role);
            this.name = name;
            this.happened = happened;
        }

        @Override
        public void onGranted(Context context) throws InterruptedException {
            happened.add(name + " leads");
        }

        @Override
        public void onRevoked(Context context) {
            happened.add(name + " stopped");
        }

        String next() throws InterruptedException {
            return String.valueOf(happened.poll(60, TimeUnit.SECONDS));
        }
    }

    private static void breakLock(String key) {
        long fence = server.holder(key).orElseThrow().fence();
        server.client().resources().breakGrant("locks", key, fence, "the job hangs");
    }

    private static void awaitQueued(String key) {
        await().until(() -> server.client()
                .resources()
                .find("locks", key)
                .filter(info -> info.waiting() == 1)
                .isPresent());
    }

    @Test
    void nextCandidateLeadsAfterTheWorkOfTheFirstWasStopped() throws InterruptedException {
        BlockingQueue<String> happened = new LinkedBlockingQueue<>();
        Notes ann = new Notes("ann", "handover", happened) {
            @Override
            public void onRevoked(Context context) {
                assertThat(server.holder("handover").orElseThrow().fence())
                        .isEqualTo(((HoldfastLeaderContext) context).fence());
                super.onRevoked(context);
            }
        };
        Notes bob = new Notes("bob", "handover", happened);
        HoldfastLeaderInitiator first = new HoldfastLeaderInitiator(server.client(), ann);
        HoldfastLeaderInitiator second = new HoldfastLeaderInitiator(otherClient, bob);
        first.start();
        assertThat(ann.next()).isEqualTo("ann leads");
        second.start();
        awaitQueued("handover");
        assertThat(first.getContext().isLeader()).isTrue();
        assertThat(second.getContext().isLeader()).isFalse();
        assertThat(second.getContext().getRole()).isEqualTo("handover");

        first.stop();

        assertThat(first.isRunning()).isFalse();
        assertThat(first.getContext().isLeader()).isFalse();
        assertThat(ann.next()).isEqualTo("ann stopped");
        assertThat(ann.next()).isEqualTo("bob leads");
        CountDownLatch stopped = new CountDownLatch(1);
        second.stop(stopped::countDown);
        stopped.await();
        assertThat(server.holder("handover")).isEmpty();
        assertThat(happened).containsExactly("bob stopped");
        second.stop();
        second.start();
        assertThat(bob.next()).isEqualTo("bob stopped");
        assertThat(bob.next()).isEqualTo("bob leads");
        second.destroy();
    }

    @Test
    void yieldPassesTheLeadershipOnAndTakesPartAgain() throws InterruptedException {
        BlockingQueue<String> happened = new LinkedBlockingQueue<>();
        Notes ann = new Notes("ann", "yield", happened);
        Notes bob = new Notes("bob", "yield", happened);
        HoldfastLeaderInitiator first = new HoldfastLeaderInitiator(server.client(), ann);
        HoldfastLeaderInitiator second = new HoldfastLeaderInitiator(otherClient, bob);
        first.start();
        assertThat(ann.next()).isEqualTo("ann leads");
        second.start();
        awaitQueued("yield");

        Context leadership = first.getContext();
        leadership.yield();

        assertThat(leadership.isLeader()).isFalse();
        assertThat(ann.next()).isEqualTo("ann stopped");
        assertThat(ann.next()).isEqualTo("bob leads");
        awaitQueued("yield");
        second.stop();
        assertThat(ann.next()).isEqualTo("bob stopped");
        assertThat(ann.next()).isEqualTo("ann leads");
        first.stop();
    }

    @Test
    void lossOfTheLeaseInterruptsTheWorkOfTheLeader() throws InterruptedException {
        BlockingQueue<String> happened = new LinkedBlockingQueue<>();
        BlockingQueue<Loss> losses = new LinkedBlockingQueue<>();
        Notes candidate = new Notes("ann", "loss", happened) {
            @Override
            public void onGranted(Context context) throws InterruptedException {
                super.onGranted(context);
                try {
                    new CountDownLatch(1).await();
                } finally {
                    happened.add("interrupted, leader: " + context.isLeader());
                }
            }

            @Override
            public void onRevoked(Context context) {
                happened.add("stopped");
            }
        };
        // The client with the short ttl notices a break within a third of it.
        try (Holdfast client = Holdfast.builder()
                .address(server.address())
                .ttl(Duration.ofSeconds(1))
                .build()) {
            HoldfastLeaderInitiator initiator = new HoldfastLeaderInitiator(client, candidate)
                    .observe(new LockObserver() {
                        @Override
                        public void lost(Loss loss) {
                            losses.add(loss);
                        }
                    });
            initiator.start();
            assertThat(candidate.next()).isEqualTo("ann leads");

            breakLock("loss");

            assertThat(candidate.next()).isEqualTo("interrupted, leader: false");
            assertThat(candidate.next()).isEqualTo("stopped");
            assertThat(candidate.next()).isEqualTo("ann leads");
            assertThat(losses).hasSize(1);
            initiator.stop();
            assertThat(candidate.next()).startsWith("interrupted");
            assertThat(candidate.next()).isEqualTo("stopped");
        }
    }

    @Test
    void listenersOfTheApplicationGetEventsWithTheFence() throws InterruptedException {
        BlockingQueue<AbstractLeaderEvent> events = new LinkedBlockingQueue<>();
        try (GenericApplicationContext application = new GenericApplicationContext()) {
            application.addApplicationListener(event -> {
                if (event instanceof AbstractLeaderEvent happened) {
                    events.add(happened);
                }
            });
            application.registerBean(
                    HoldfastLeaderInitiator.class,
                    () -> new HoldfastLeaderInitiator(
                            server.client(),
                            new Notes("ann", "events", new LinkedBlockingQueue<>()),
                            "billing:"));
            application.refresh();

            AbstractLeaderEvent granted = events.poll(60, TimeUnit.SECONDS);
            assertThat(granted).isInstanceOf(OnGrantedEvent.class);
            assertThat(granted.getRole()).isEqualTo("events");
            assertThat(((HoldfastLeaderContext) granted.getContext()).fence())
                    .isEqualTo(server.holder("billing:events").orElseThrow().fence());
        }
        assertThat(events.poll(60, TimeUnit.SECONDS)).isInstanceOf(OnRevokedEvent.class);
        assertThat(server.holder("billing:events")).isEmpty();
    }

    @Test
    void candidateThatFailsGivesTheLeadershipUpAndTriesAgain() throws InterruptedException {
        BlockingQueue<String> happened = new LinkedBlockingQueue<>();
        Notes candidate = new Notes("ann", "fails", happened) {
            private boolean failed;

            @Override
            public void onGranted(Context context) throws InterruptedException {
                super.onGranted(context);
                if (!failed) {
                    failed = true;
                    throw new IllegalArgumentException("the work cannot begin");
                }
            }
        };
        HoldfastLeaderInitiator initiator = new HoldfastLeaderInitiator(server.client(), candidate);
        initiator.start();

        assertThat(candidate.next()).isEqualTo("ann leads");
        assertThat(candidate.next()).isEqualTo("ann stopped");
        assertThat(candidate.next()).isEqualTo("ann leads");
        initiator.stop();
    }

    @Test
    void electionOfTheClientHasTheSameQueue() throws InterruptedException {
        BlockingQueue<String> happened = new LinkedBlockingQueue<>();
        Notes candidate = new Notes("ann", "same", happened);
        HoldfastLeaderInitiator initiator = new HoldfastLeaderInitiator(server.client(), candidate);
        try (Election election = otherClient.election("same").start()) {
            await().until(election::isLeader);
            initiator.start();
            awaitQueued("same");
            assertThat(happened).isEmpty();
        }

        assertThat(candidate.next()).isEqualTo("ann leads");
        initiator.stop();
    }

    @Test
    void failureToTakePartIsPublished() throws InterruptedException {
        TestServer away = new TestServer();
        away.stop();
        BlockingQueue<Object> events = new LinkedBlockingQueue<>();
        HoldfastLeaderInitiator initiator = new HoldfastLeaderInitiator(
                away.client(), new Notes("ann", "away", new LinkedBlockingQueue<>()));
        initiator.setApplicationEventPublisher(events::add);
        initiator.start();

        assertThat(events.poll(60, TimeUnit.SECONDS))
                .isInstanceOf(OnFailedToAcquireMutexEvent.class);
        initiator.stop();
        away.close();
    }

    @Test
    void initiatorOfSpringWorksWithTheRegistryAndRecoversFromALoss() throws InterruptedException {
        BlockingQueue<String> happened = new LinkedBlockingQueue<>();
        Notes candidate = new Notes("ann", "springs", happened) {
            @Override
            public void onRevoked(Context context) {
                happened.add("stopped");
            }
        };
        try (Holdfast client = Holdfast.builder()
                .address(server.address())
                .ttl(Duration.ofSeconds(1))
                .build()) {
            LockRegistryLeaderInitiator initiator =
                    new LockRegistryLeaderInitiator(new HoldfastLockRegistry(client), candidate);
            initiator.setApplicationEventPublisher(event -> {});
            initiator.setHeartBeatMillis(50);
            initiator.start();
            assertThat(candidate.next()).isEqualTo("ann leads");

            breakLock("springs");

            assertThat(candidate.next()).isEqualTo("stopped");
            assertThat(candidate.next()).isEqualTo("ann leads");
            initiator.stop();
            assertThat(candidate.next()).isEqualTo("stopped");
        }
    }
}
