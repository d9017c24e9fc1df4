package io.holdfast.log.engine;

import static io.holdfast.log.engine.TestClient.now;
import static io.holdfast.log.engine.TestClient.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.Token;
import io.holdfast.log.engine.TestClient.Sent;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A member delivers grants only in contact with the leader; the test controls the time. */
final class GrantDeliveryTest {

    private final FakeClock clock = new FakeClock();
    private final FakeGroup group = new FakeGroup(clock);
    private Engine engine;
    private TestClient holder;
    private TestClient waiter;
    private Token held;
    private Sent waiting;

    @BeforeEach
    void start() throws IOException {
        engine = Engine.start(group, clock, new EngineOptions("n1", Settings.DEFAULT, false, true));
        group.propose("n2", 1, new MemberCommand.Started("n2", 1, 0, 0));
        group.propose("n2", 1, new MemberCommand.RaiseFormat(Format.NEWEST));
        group.answers(incarnation());
        holder = TestClient.open(engine, 1);
        waiter = TestClient.open(engine, 2);
        held = token(holder.acquire("k", 0, 300));
        waiting = waiter.acquire("k", 300, 300);
        assertThat(waiting.parked).isTrue();
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    @Test
    void freshContactDeliversTheGrant() {
        clock.pass(2, TimeUnit.SECONDS);
        holder.release("k", held);
        assertThat(waiting.outcome).isCompletedWithValueMatching(Outcome.Granted.class::isInstance);
    }

    @Test
    void staleContactHoldsTheGrantUntilTheLeaderAnswers() {
        clock.pass(2_000_000_001, TimeUnit.NANOSECONDS);
        holder.release("k", held);
        assertThat(waiting.outcome).isNotDone();
        group.answers(incarnation());
        assertThat(waiting.outcome).isCompletedWithValueMatching(Outcome.Granted.class::isInstance);
    }

    @Test
    void contactWithTheLeaderOfAnEarlierTermHoldsTheGrant() {
        group.term = 2;
        holder.release("k", held);
        assertThat(waiting.outcome).isNotDone();
        group.answers(incarnation());
        assertThat(waiting.outcome).isCompletedWithValueMatching(Outcome.Granted.class::isInstance);
    }

    @Test
    void contactWithTheLeaderOfALaterTermDeliversTheGrant() {
        group.term = 3;
        group.answers(incarnation());
        group.term = 2;
        holder.release("k", held);
        assertThat(waiting.outcome).isCompletedWithValueMatching(Outcome.Granted.class::isInstance);
    }

    @Test
    void heldGrantIsAnsweredUnknownIfTheLeaderStaysSilent() {
        group.term = 2;
        holder.release("k", held);
        clock.pass(3, TimeUnit.SECONDS);
        assertThat(waiting.outcome).isNotDone();
        clock.pass(1, TimeUnit.SECONDS);
        assertThat(waiting.outcome).isCompletedWithValue(Outcome.UNKNOWN);
    }

    @Test
    void heldGrantOfALostMemberIsAnsweredUnknown() {
        group.term = 2;
        holder.release("k", held);
        group.propose("n2", 1, new MemberCommand.Lost("n1", incarnation()));
        assertThat(waiting.outcome).isCompletedWithValue(Outcome.UNKNOWN);
    }

    @Test
    void contactOfAnEarlierProcessDeliversNothing() {
        long before = incarnation();
        group.propose("n2", 1, new MemberCommand.Lost("n1", before));
        assertThat(incarnation()).isGreaterThan(before);
        group.answers(before);
        Sent anew = waiter.acquire("free", 0, 300);
        assertThat(anew.outcome).isNotDone();
        group.answers(incarnation());
        assertThat(anew.outcome).isCompletedWithValueMatching(Outcome.Granted.class::isInstance);
    }

    @Test
    void leaderDeliversGrantsOfItsOwnTermWithoutAnyMessage() {
        clock.pass(10, TimeUnit.SECONDS);
        group.elect();
        assertThat(token(holder.acquire("free", 0, 300))).isNotNull();
    }

    @Test
    void newLeaderDeliversHeldGrantsWhenItAnswersItself() {
        group.term = 2;
        holder.release("k", held);
        assertThat(waiting.outcome).isNotDone();
        group.elect();
        int before = group.sought;
        clock.pass(250, TimeUnit.MILLISECONDS);
        assertThat(group.sought).isGreaterThan(before);
        group.answers(incarnation());
        assertThat(waiting.outcome).isCompletedWithValueMatching(Outcome.Granted.class::isInstance);
    }

    @Test
    void answersThatGrantNothingAreNotHeld() {
        clock.pass(10, TimeUnit.SECONDS);
        group.term = 2;
        assertThat(now(holder.acquire("k", 0, 1))).isEqualTo(Outcome.TIMED_OUT);
        assertThat(now(holder.release("k", held))).isEqualTo(Outcome.DONE);
    }

    @Test
    void memberWithWaitingCallsSeeksContact() {
        clock.pass(500, TimeUnit.MILLISECONDS);
        assertThat(group.sought).isZero();
        clock.pass(500, TimeUnit.MILLISECONDS);
        assertThat(group.sought).isPositive();
    }

    @Test
    void memberWithoutWaitingCallsSendsNothing() {
        holder.release("k", held);
        clock.pass(10, TimeUnit.SECONDS);
        assertThat(group.sought).isZero();
    }

    @Test
    void leaderReportsSinceWhenALostMemberDeliveredNothing() {
        group.elect();
        group.lostTerm = group.term;
        group.unheard.add("n2");
        clock.pass(250, TimeUnit.MILLISECONDS);
        assertThat(losses()).containsExactly(new MemberCommand.Lost("n2", 1, group.term, 77));
        clock.pass(1, TimeUnit.SECONDS);
        assertThat(losses()).hasSize(1);
    }

    @Test
    void rejectedLossIsDeclaredAgainEvenIfTheMemberIsHeardAgain() {
        group.elect();
        group.lostTerm = group.term - 1;
        group.unheard.add("n2");
        clock.pass(250, TimeUnit.MILLISECONDS);
        group.unheard.clear();
        group.lostTerm = group.term;
        clock.pass(250, TimeUnit.MILLISECONDS);
        assertThat(losses())
                .containsExactly(
                        new MemberCommand.Lost("n2", 1, group.term - 1, 77),
                        new MemberCommand.Lost("n2", 1, group.term, 77));
    }

    private List<MemberCommand.Lost> losses() {
        return group.batches.stream()
                .flatMap(batch -> batch.proposals().stream())
                .map(proposal -> proposal.command())
                .filter(MemberCommand.Lost.class::isInstance)
                .map(MemberCommand.Lost.class::cast)
                .toList();
    }

    private long incarnation() {
        return engine.origin(0).incarnation();
    }
}
