package io.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Tests that one candidate leads, and that leadership is lost, regained and handed over. */
final class ElectionTest {

    private static final Duration TTL = Duration.ofSeconds(3);

    private static Holdfast client(TestMember member) {
        return Holdfast.builder().address(member.address()).ttl(TTL).build();
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T item = queue.poll(60, TimeUnit.SECONDS);
        assertThat(item).isNotNull();
        return item;
    }

    @Test
    void lostLeadershipIsReportedAndRegained() throws InterruptedException {
        BlockingQueue<Lease> elected = new LinkedBlockingQueue<>();
        BlockingQueue<Loss> lost = new LinkedBlockingQueue<>();
        try (TestMember member = TestMember.start();
                Holdfast client = client(member);
                Election election = client.election("e")
                        .onElected(elected::add)
                        .onLost(lost::add)
                        .start()) {
            Lease first = next(elected);
            assertThat(election.isLeader()).isTrue();

            client.resources().breakGrant("locks", "e", first.fence(), "test");

            assertThat(next(lost).reason()).isEqualTo(Loss.Reason.ENDED_BY_SERVER);
            assertThat(next(elected).fence()).isGreaterThan(first.fence());
        }
    }

    @Test
    void problemIsReportedAndDoesNotEndTheElection() throws InterruptedException {
        BlockingQueue<Lease> elected = new LinkedBlockingQueue<>();
        BlockingQueue<HoldfastException> problems = new LinkedBlockingQueue<>();
        AtomicInteger asked = new AtomicInteger();
        Supplier<String> tokens = () -> {
            if (asked.incrementAndGet() < 3) {
                throw new IllegalStateException("the issuer does not answer");
            }
            return "token";
        };
        try (TestMember member = TestMember.start();
                Holdfast client = Holdfast.builder()
                        .address(member.address())
                        .token(tokens)
                        .build();
                Election _ = client.election("e")
                        .onElected(elected::add)
                        .onProblem(problems::add)
                        .start()) {
            assertThat(next(problems)).hasMessageContaining("the issuer does not answer");
            assertThat(next(elected).isHeldNow()).isTrue();
        }
    }

    @Test
    void serverThatIsDownAtTheStartDoesNotEndTheElection() throws InterruptedException {
        BlockingQueue<HoldfastException> problems = new LinkedBlockingQueue<>();
        try (Holdfast client = Holdfast.builder()
                        .address("http://127.0.0.1:1")
                        .requestTimeout(Duration.ofMillis(200))
                        .build();
                Election _ = client.election("e").onProblem(problems::add).start()) {
            assertThat(next(problems).isUnavailable()).isTrue();
            assertThat(next(problems).isUnavailable()).isTrue();
        }
    }

    @Test
    void leadershipGoesToTheNextCandidateWhenTheLeaderCloses() throws InterruptedException {
        BlockingQueue<String> elected = new LinkedBlockingQueue<>();
        try (TestMember member = TestMember.start();
                Holdfast ann = client(member);
                Holdfast bob = client(member)) {
            Election anns =
                    ann.election("e").onElected(lease -> elected.add("ann")).start();
            assertThat(next(elected)).isEqualTo("ann");
            Election bobs =
                    bob.election("e").onElected(lease -> elected.add("bob")).start();
            member.awaitQueued("e", 1);
            assertThat(bobs.isLeader()).isFalse();
            assertThat(bobs.lease()).isNull();

            anns.close();

            assertThat(next(elected)).isEqualTo("bob");
            assertThat(anns.isLeader()).isFalse();
        }
    }
}
