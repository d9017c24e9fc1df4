package io.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class MachineTest {

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final ResourceName KEY = new ResourceName("", Space.LOCKS, "k");

    private final Machine machine = new Machine();
    private long sequence;

    @BeforeEach
    void start() {
        ask(0, new MemberCommand.Started("n1", 1, 0, 0));
    }

    /** etcd issue 11456: a grant must not go to a waiter whose session has expired. */
    @Test
    void queuedWaiterWithAnExpiredSessionIsSkipped() {
        open(1, true);
        open(2, false);
        open(3, true);
        ask(0, acquire(1, 100 * SECOND_NANOS, 0));
        ask(0, new LocksCommand.Enqueue(KEY, KeyKind.LOCK, session(2), 1, 0, 0, null));
        ask(0, acquire(3, 0, 200 * SECOND_NANOS));
        // In one batch the first client's lease and the second client's session expire.
        Effects effects = apply(120 * SECOND_NANOS);
        assertThat(effects.replies()).singleElement().satisfies(reply -> {
            assertThat(reply.origin().sequence()).isEqualTo(sequence);
            assertThat(reply.outcome()).isInstanceOf(Outcome.Granted.class);
        });
        assertThat(Inspection.problems(machine)).isEmpty();
    }

    @Test
    void hundredThousandWaitersAreGrantedInOrder() {
        int waiters = 100_000;
        open(1, true);
        Token held = granted(ask(0, acquire(1, 0, 0)).replies().getFirst());
        List<Long> waiting = new ArrayList<>();
        for (int i = 0; i < waiters; i++) {
            assertThat(ask(0, acquire(1, 0, SECOND_NANOS)).replies()).isEmpty();
            waiting.add(sequence);
        }
        List<Long> granted = new ArrayList<>();
        for (int i = 0; i < waiters; i++) {
            Effects effects = ask(0, release(held));
            Reply first = effects.replies().getFirst();
            held = granted(first);
            granted.add(first.origin().sequence());
        }
        assertThat(granted).isEqualTo(waiting);
    }

    @Test
    void hundredThousandLeasesExpireInOneBatch() {
        int keys = 100_000;
        ask(0, new MemberCommand.Configure(Settings.DEFAULT));
        open(1, true);
        for (int i = 0; i < keys; i++) {
            ResourceName name = new ResourceName("", Space.LOCKS, "k" + i);
            ask(0, new LocksCommand.Acquire(name, KeyKind.LOCK, session(1), 1, 0, 0, i, null));
        }
        Effects effects = apply(Settings.DEFAULT.defaultTtlNanos());
        assertThat(effects.events()).hasSize(keys);
        assertThat(machine.locks.tally().holders(KeyKind.LOCK)).isZero();
    }

    @Test
    void maximumLogTimeIsHandled() {
        open(1, true);
        ask(0, acquire(1, 0, 0));
        apply(Long.MAX_VALUE);
        assertThat(ask(Long.MAX_VALUE, acquire(1, 0, 0)).replies())
                .extracting(Reply::outcome)
                .hasExactlyElementsOfTypes(Outcome.Granted.class);
        assertThat(machine.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void nothingIsAppliedForAProcessThatNeverStarted() {
        Proposal proposal = new Proposal(
                new Origin("n9", 1, 1), Actor.MEMBER, null, new SessionCommand.Touch(session(1)));
        Effects effects = machine.apply(new Batch(0, 0, List.of(proposal)));
        assertThat(effects.replies())
                .containsExactly(new Reply(proposal.origin(), Refusal.ABANDONED.outcome()));
    }

    @Test
    void logTimeNeverGoesBack() {
        apply(50);
        apply(20);
        assertThat(machine.nowNanos()).isEqualTo(50);
    }

    @Test
    void nextProcessOfAMemberHasAHigherIncarnation() {
        assertThat(machine.nextIncarnation("n1", 0)).isEqualTo(2);
        assertThat(machine.nextIncarnation("n1", 7)).isEqualTo(7);
        assertThat(machine.nextIncarnation("n2", 0)).isEqualTo(1);
    }

    @Test
    void fencesStayUniqueAcrossRestarts() {
        open(1, false);
        List<Long> fences = LongStream.rangeClosed(2, 20)
                .map(life -> {
                    ask(0, new MemberCommand.Started("n1", life, 0, life * 10));
                    machine.apply(new Batch(
                            0,
                            0,
                            List.of(new Proposal(
                                    new Origin("n1", life, 1),
                                    Actor.MEMBER,
                                    null,
                                    acquire(1, 0, 0)))));
                    return machine.kernel.fence();
                })
                .boxed()
                .toList();
        assertThat(fences).isSorted();
    }

    @Test
    void repeatedBatchIsAppliedOnceAndOnlyAdvancesTime() {
        open(1, false);
        Batch batch = numbered(1, 10, acquire(1, 0, 0));
        assertThat(machine.apply(batch).replies()).hasSize(1);
        long fence = machine.kernel.fence();
        Effects again = machine.apply(batch.at(70, 0));
        assertThat(again.replies()).isEmpty();
        assertThat(machine.kernel.fence()).isEqualTo(fence);
        assertThat(machine.nowNanos()).isEqualTo(70);
        machine.apply(numbered(3, 80, acquire(1, 0, 0)));
        assertThat(machine.apply(numbered(2, 90, acquire(1, 0, 0))).replies())
                .as("a batch that was given up and arrives late")
                .isEmpty();
    }

    @Test
    void batchNumbersRestartWithANewProcess() {
        machine.apply(numbered(5, 0, new SessionCommand.Touch(session(1))));
        ask(0, new MemberCommand.Started("n1", 2, 0, 0));
        Proposal proposal = new Proposal(
                new Origin("n1", 2, 1), Actor.MEMBER, null, new SessionCommand.Touch(session(1)));
        assertThat(machine.apply(new Batch(0, 0, 1, List.of(proposal))).replies())
                .hasSize(1);
    }

    private Batch numbered(long number, long timeNanos, Command<?> command) {
        Proposal proposal =
                new Proposal(new Origin("n1", 1, ++sequence), Actor.MEMBER, null, command);
        return new Batch(timeNanos, 0, number, List.of(proposal));
    }

    private void open(int session, boolean connected) {
        ask(0, new SessionCommand.Open(session(session), null, connected));
    }

    private static SessionId session(int number) {
        return new SessionId(0, number);
    }

    private LocksCommand<?> acquire(int session, long ttlNanos, long waitNanos) {
        return new LocksCommand.Acquire(
                KEY, KeyKind.LOCK, session(session), 1, waitNanos, ttlNanos, sequence, null);
    }

    private static LocksCommand<?> release(Token token) {
        return new LocksCommand.Release(KEY, KeyKind.LOCK, session(1), token);
    }

    private static Token granted(Reply reply) {
        return ((Outcome.Granted) reply.outcome()).token();
    }

    private Effects apply(long timeNanos) {
        return machine.apply(new Batch(timeNanos, 0, List.of()));
    }

    private Effects ask(long timeNanos, Command<?> command) {
        long life = command instanceof MemberCommand.Started started ? started.incarnation() : 1;
        Proposal proposal =
                new Proposal(new Origin("n1", life, ++sequence), Actor.MEMBER, null, command);
        return machine.apply(new Batch(timeNanos, 0, List.of(proposal)));
    }
}
