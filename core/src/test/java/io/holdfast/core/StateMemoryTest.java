package io.holdfast.core;

import static io.holdfast.core.Filler.TENANT;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeField;
import io.holdfast.core.value.NodeVersion;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.Token;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The state's memory budget: what counts, what is rejected, and what is still allowed. */
final class StateMemoryTest {

    private static final int ROWS = 20;
    private static final Outcome FULL = Refusal.STATE_FULL.outcome();

    private final Filler filler = new Filler();

    @AfterEach
    void nothingIsBroken() {
        assertThat(Inspection.problems(filler.machine)).isEmpty();
    }

    @Test
    void withoutABudgetNothingIsRefused() {
        filler.prepare(Filler.Kind.ITEM, 0);
        assertThat(filler.ask(Filler.put("k", "v".repeat(200_000)))).isEqualTo(Outcome.DONE);
        assertThat(filler.machine.stateBytesMax()).isZero();
    }

    @Test
    void releasedAndExpiredRowsCountNothing() {
        filler.ask(new SessionCommand.Open(Filler.session(0), "owner", true));
        filler.ask(new MemberCommand.Started("n1", 1, 0, 0));
        long before = filler.machine.stateBytes();
        for (int i = 0; i < ROWS; i++) {
            filler.add(Filler.Kind.LOCK, i);
            filler.add(Filler.Kind.SEMAPHORE, i);
            filler.add(Filler.Kind.PLACE, i);
            filler.add(Filler.Kind.POOL, i);
            filler.add(Filler.Kind.SESSION, i);
            filler.add(Filler.Kind.OUTCOME, i);
            filler.ask(Filler.acquire("some/key/0", 0, Filler.HOUR_NANOS));
        }
        assertThat(filler.machine.stateBytes()).isGreaterThan(before);
        for (int i = 0; i < ROWS; i++) {
            filler.ask(new PoolsCommand.Delete(Filler.pool("pool-digest-" + i)));
        }
        filler.moveTo(30 * Filler.HOUR_NANOS);
        filler.moveTo(60 * Filler.HOUR_NANOS);
        assertThat(filler.machine.stateBytes()).isEqualTo(before);
        filler.ask(new SessionCommand.Close(Filler.session(0)));
        assertThat(filler.machine.stateBytes()).isZero();
    }

    @Test
    void forgottenClaimsAndRemovedEntitiesCountNothing() {
        filler.ask(Filler.claim("r", "x"));
        filler.ask(Filler.register("c"));
        filler.ask(new ClaimsCommand.Move(TENANT, 1, null, ClaimStatus.RELEASED));
        filler.moveTo(10_000 * Filler.HOUR_NANOS);
        filler.moveTo(20_000 * Filler.HOUR_NANOS);
        long before = filler.machine.stateBytes();
        for (int i = 0; i < ROWS; i++) {
            filler.add(Filler.Kind.CLAIM, i);
            filler.add(Filler.Kind.ENTITY, i);
            filler.add(Filler.Kind.ITEM, i);
            filler.ask(Filler.put("some/item/of/the/entity/" + i, "a longer value than before"));
        }
        for (int i = 0; i < ROWS; i++) {
            filler.ask(new EntitiesCommand.Remove(TENANT, EntityType.COMPONENT, "component-" + i));
        }
        filler.ask(new EntitiesCommand.Write(
                TENANT,
                EntityType.COMPONENT,
                "c",
                null,
                EntityCollection.DATA,
                new EntitiesCommand.Change.Clear("")));
        filler.moveTo(30_000 * Filler.HOUR_NANOS);
        filler.moveTo(40_000 * Filler.HOUR_NANOS);
        assertThat(filler.machine.stateBytes()).isEqualTo(before);
    }

    @Test
    void targetsOfRemovedEdgesAndEmptyProjectsAreForgotten() {
        filler.ask(Filler.write(1, List.of()));
        long before = filler.machine.stateBytes();
        long version = 1;
        for (int i = 0; i < ROWS; i++) {
            NodesCommand.Write write = (NodesCommand.Write)
                    Filler.write(1, List.of(new NodeEdge("blocks", "task-unknown-" + i, "")));
            version = version(filler.ask(
                    new NodesCommand.Write(TENANT, Filler.ANN, "task-1", write.text(), version)));
        }
        NodesCommand.Write bare = (NodesCommand.Write) Filler.write(1, List.of());
        filler.ask(new NodesCommand.Write(TENANT, Filler.ANN, "task-1", bare.text(), version));
        assertThat(filler.machine.stateBytes()).isEqualTo(before);
    }

    @Test
    void closedSessionsLeaveTheHeap() {
        IntStream.range(0, 3).forEach(this::open);
        close(2);
        close(1);
        long before = HeapSizeTest.usedBytes();
        // There is always a session that was opened later than the one that is closed.
        close(open(3) - 3);
        for (int i = 4; i < 1_000; i++) {
            close(open(i) - 1);
        }
        assertThat(HeapSizeTest.usedBytes() - before).isLessThan(10L << 20);
    }

    private int open(int i) {
        filler.ask(new SessionCommand.Open(Filler.session(i), "x".repeat(30_000), false));
        return i;
    }

    private void close(int i) {
        filler.ask(new SessionCommand.Close(Filler.session(i)));
    }

    private static long version(@Nullable Outcome outcome) {
        NodeVersion node = outcome instanceof Outcome.NodeChanged changed ? changed.node() : null;
        assertThat(node).as("outcome %s", outcome).isNotNull();
        return node == null ? 0 : node.version();
    }

    @Test
    void snapshotReadsBackWithTheSameCount() {
        for (Filler.Kind kind : Filler.Kind.values()) {
            filler.prepare(kind, ROWS);
            for (int i = 0; i < ROWS; i++) {
                filler.add(kind, i);
            }
        }
        allow("n1", 1L << 40);
        SnapshotWriter writer = filler.machine.snapshot();
        SnapshotReader reader = new SnapshotReader();
        for (byte[] piece = writer.next(4096); piece != null; piece = writer.next(4096)) {
            reader.accept(piece);
        }
        Machine restored = reader.finish();
        assertThat(restored.stateBytesMax()).isEqualTo(1L << 40);
        assertThat(restored.stateBytes()).isEqualTo(filler.machine.stateBytes());
        assertThat(Inspection.problems(restored)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OUTCOME")
    void fullStateRejectsNewRowsOfEveryKind(Filler.Kind kind) {
        filler.prepare(kind, ROWS + 1);
        filler.add(kind, 0);
        fill();
        long before = filler.machine.stateBytes();
        for (int i = 1; i <= ROWS; i++) {
            assertThat(filler.add(kind, i)).isEqualTo(FULL);
        }
        assertThat(filler.machine.stateBytes()).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void budgetIsNeverExceededByMoreThanTheReserve(Filler.Kind kind) {
        filler.prepare(kind, 400);
        long budget = filler.machine.stateBytes() + 60_000;
        allow("n1", budget);
        int refused = 0;
        for (int i = 0; i < 400; i++) {
            refused += FULL.equals(filler.add(kind, i)) ? 1 : 0;
            assertThat(filler.machine.stateBytes()).isLessThanOrEqualTo(budget);
        }
        assertThat(refused > 0 || kind == Filler.Kind.OUTCOME).isTrue();
    }

    @Test
    void fullStateStillReleasesAndRenewsAndMakesRoom() {
        filler.ask(new SessionCommand.Open(Filler.session(0), null, true));
        Token token = token(filler.ask(Filler.acquire("a", 0, 0)));
        filler.ask(Filler.acquire("a", 0, Filler.HOUR_NANOS));
        filler.ask(new PoolsCommand.Put(Filler.pool("p"), 2, true));
        filler.ask(
                new PoolsCommand.Borrow(Filler.pool("p"), 0, Filler.HOUR_NANOS, new LeaseId(5, 5)));
        filler.ask(Filler.claim("r", "x".repeat(5_000)));
        filler.ask(Filler.register("c"));
        filler.ask(Filler.put("k", "x".repeat(5_000)));
        filler.ask(new EntitiesCommand.Acquire(
                TENANT, EntityType.COMPONENT, "c", new ClientId(1, 1), List.of(), 60, false));
        filler.ask(Filler.write(1, List.of()));
        filler.ask(new NodesCommand.Claim(TENANT, Filler.ANN, "task-1", null, null));
        fill();
        assertThat(filler.ask(Filler.acquire("b", 0, 0))).isEqualTo(FULL);
        assertThat(filler.ask(new LocksCommand.Renew(
                        Filler.lock("a"), KeyKind.LOCK, Filler.session(0), token, 0)))
                .isInstanceOf(Outcome.Renewed.class);
        assertThat(filler.apply(
                                new LocksCommand.Release(
                                        Filler.lock("a"), KeyKind.LOCK, Filler.session(0), token),
                                "10.0.0.1",
                                new RequestId(1, 1, 1),
                                0)
                        .replies())
                .as("the waiter is granted the lock")
                .extracting(reply -> reply.outcome().getClass().getSimpleName())
                .containsExactly("Granted", "Done");
        assertThat(filler.ask(new SessionCommand.Touch(Filler.session(0)))).isEqualTo(Outcome.DONE);
        assertThat(filler.ask(new ClaimsCommand.Prolong(TENANT, 1, null, Filler.HOUR_NANOS)))
                .isInstanceOf(Outcome.Claimed.class);
        assertThat(filler.ask(new EntitiesCommand.Extend(
                        TENANT, EntityType.COMPONENT, "c", new ClientId(1, 1), 1, 50)))
                .isEqualTo(Outcome.DONE);
        assertThat(filler.ask(new EntitiesCommand.Release(
                        TENANT, EntityType.COMPONENT, "c", new ClientId(1, 1), 1)))
                .isEqualTo(Outcome.DONE);
        assertThat(filler.ask(new NodesCommand.Renew(TENANT, Filler.ANN, "task-1", null)))
                .isInstanceOf(Outcome.NodeChanged.class);
        assertThat(filler.ask(new NodesCommand.Mark(
                        TENANT, Filler.ANN, "task-1", NodeField.STATUS, "abandoned", List.of())))
                .isInstanceOf(Outcome.NodeChanged.class);
        assertThat(filler.ask(new NodesCommand.Release(TENANT, Filler.ANN, "task-1")))
                .isInstanceOf(Outcome.NodeChanged.class);
        assertThat(filler.ask(new PoolsCommand.Return(Filler.pool("p"), new LeaseId(5, 5))))
                .isEqualTo(Outcome.DONE);
        assertThat(filler.ask(new PoolsCommand.Delete(Filler.pool("p")))).isEqualTo(Outcome.DONE);
        assertThat(filler.ask(Filler.put("k", "smaller"))).isEqualTo(Outcome.DONE);
        assertThat(filler.ask(Filler.acquire("b", 0, 0))).isInstanceOf(Outcome.Granted.class);
    }

    /** What a command is checked against is no less than what its rows then take. */
    @ParameterizedTest
    @ValueSource(strings = {"new", "free", "held"})
    void enqueueIsRefusedIfItsRowsDoNotFit(String key) {
        long room = bytesOfEnqueue(key, Long.MAX_VALUE) - 1;
        assertThat(bytesOfEnqueue(key, room)).isZero();
        assertThat(bytesOfEnqueue(key, room + 500)).isEqualTo(room + 1);
    }

    /** Returns what an enqueue adds to a state that has room for so many bytes. */
    private static long bytesOfEnqueue(String key, long room) {
        Filler filler = new Filler();
        filler.prepare(Filler.Kind.WAITER, 0);
        filler.ask(Filler.acquire("held", 0, Filler.HOUR_NANOS));
        Token token = token(filler.ask(Filler.acquire("free", 0, 0)));
        filler.ask(new LocksCommand.Release(
                Filler.lock("free"), KeyKind.LOCK, Filler.session(0), token));
        long before = filler.machine.stateBytes();
        if (room < Long.MAX_VALUE) {
            long budget = before + room;
            while (budget - budget / 16 < before + room) {
                budget++;
            }
            filler.ask(new MemberCommand.StateMemory("n1", budget));
        }
        filler.ask(new LocksCommand.Enqueue(
                Filler.lock(key), KeyKind.LOCK, Filler.session(0), 1, 0, 7, null));
        return filler.machine.stateBytes() - before;
    }

    @Test
    void finishedClaimsMakeRoomForNewOnes() {
        for (int i = 1; i <= ROWS; i++) {
            filler.ask(Filler.claim("r" + i, "x".repeat(2_000)));
            filler.ask(new ClaimsCommand.Move(TENANT, i, null, ClaimStatus.RELEASED));
        }
        fill();
        assertThat(filler.ask(Filler.claim("new", "x".repeat(3_000))))
                .isInstanceOf(Outcome.Claimed.class);
        assertThat(filler.machine.claims.counts().finished()).isEqualTo(ROWS - 2);
    }

    @Test
    void smallestMemberSetsTheBudget() {
        filler.ask(new MemberCommand.Started("n2", 1, 0, 0));
        filler.ask(new MemberCommand.Started("n3", 1, 0, 0));
        allow("n1", 3_000_000);
        allow("n2", 1_000_000);
        allow("n3", 2_000_000);
        assertThat(filler.machine.stateBytesMax()).isEqualTo(1_000_000);
        filler.ask(new MemberCommand.Lost("n2", 1));
        assertThat(filler.machine.stateBytesMax())
                .as("a member that is down must be able to hold the state when it returns")
                .isEqualTo(1_000_000);
        allow("n3", 0);
        assertThat(filler.machine.stateBytesMaxOfMembers())
                .as("only a process that has ended can have left the group")
                .containsKey("n3");
        allow("n2", 0);
        assertThat(filler.machine.stateBytesMax()).isEqualTo(2_000_000);
        allow("n9", 10);
        assertThat(filler.machine.stateBytesMax())
                .as("a member that never started is unknown")
                .isEqualTo(2_000_000);
    }

    @Test
    void smallerMemberThatJoinsLaterRemovesNothing() {
        filler.prepare(Filler.Kind.ITEM, 0);
        filler.ask(Filler.put("k", "x".repeat(100_000)));
        allow("n1", 10_000);
        assertThat(filler.ask(Filler.put("l", ""))).isEqualTo(FULL);
        assertThat(filler.ask(Filler.put("k", "x".repeat(99_000)))).isEqualTo(Outcome.DONE);
    }

    @Test
    void storedOutcomesUseAtMostAQuarterOfTheBudget() {
        filler.ask(Filler.write(1, List.of()));
        allow("n1", 100_000);
        for (int i = 0; i < 2_000; i++) {
            filler.add(Filler.Kind.OUTCOME, i);
        }
        assertThat(filler.machine.stateBytes()).isLessThan(30_000);
        assertThat(filler.machine.ledger.rows().size()).isBetween(50, 500);
    }

    private void fill() {
        // Rows of some kinds share parts, so the last of them are smaller.
        allow("n1", filler.machine.stateBytes() * 16 / 15);
    }

    private void allow(String node, long bytesMax) {
        filler.ask(new MemberCommand.StateMemory(node, bytesMax));
    }

    private static Token token(@Nullable Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Granted.class);
        return outcome instanceof Outcome.Granted granted ? granted.token() : new Token(0, 0);
    }
}
