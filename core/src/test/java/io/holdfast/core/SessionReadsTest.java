package io.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.Batch;
import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.query.OwnedGrants;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.query.ResourceAnswer.Place;
import io.holdfast.core.query.SessionView;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads of sessions, and of what an owner holds in all APIs. */
final class SessionReadsTest {

    private static final long HOUR_NANOS = 3_600_000_000_000L;
    private static final String TENANT = Actor.MEMBER.tenant();
    private static final SessionId SESSION = new SessionId(7, 9);

    private final Machine machine = new Machine();
    private long sequence;

    @BeforeEach
    void start() {
        ask(new MemberCommand.Started("n1", 1, 0, 1));
        ask(new MemberCommand.Configure(Settings.DEFAULT));
        ask(new MemberCommand.RaiseFormat(Format.NEWEST));
        ask(new SessionCommand.Open(SESSION, "ci", false));
    }

    @Test
    void endingGrantsWhileTheyAreListedLeavesNoneOfTheOwner() {
        // More grants of others than one read visits stand before, between and after.
        for (int i = 0; i < 4_000; i++) {
            acquire("shared", KeyKind.SEMAPHORE, i, i % 3 == 0 ? "ann" : "bob");
        }
        acquire("alone", KeyKind.LOCK, 0, "ann");
        ask(new ClaimsCommand.Create(TENANT, "claimed", HOUR_NANOS, "ann", null));

        List<OwnedGrants.Row> ended = new ArrayList<>();
        Place place = Place.START;
        while (place != null) {
            OwnedGrants some = owned("ann", place);
            for (OwnedGrants.Row grant : some.grants()) {
                ask(new ResourceCommand.Break(grant.name(), grant.fence(), "test"));
            }
            ended.addAll(some.grants());
            place = some.next();
        }

        assertThat(ended).doesNotHaveDuplicates().hasSize(1_334 + 2);
        assertThat(owned("ann", Place.START).grants()).isEmpty();
        assertThat(Inspection.problems(machine)).isEmpty();
    }

    @Test
    void sessionShowsItsLatestGrantsAndWhetherThereAreMore() {
        for (int i = 0; i < SessionView.ROWS_IN_LIST_MAX + 1; i++) {
            acquire("k" + i, KeyKind.LOCK, i, null);
        }
        SessionView inList = list("ci").getFirst();
        SessionView alone = Objects.requireNonNull(
                read(new Query.ShowSession(TENANT, inList.number())), "the session is open");

        assertThat(inList.holds()).hasSize(SessionView.ROWS_IN_LIST_MAX);
        assertThat(inList.holdsMore()).isTrue();
        assertThat(inList.holds().getFirst().name().key()).isEqualTo("k10");
        assertThat(alone.holds()).hasSize(SessionView.ROWS_IN_LIST_MAX + 1);
        assertThat(alone.holdsMore()).isFalse();
        assertThat(alone.waits()).isEmpty();
    }

    @Test
    void sessionIsFoundByItsOwnOwnerAndByTheOwnerOfAGrant() {
        acquire("k", KeyKind.LOCK, 0, "ann");

        assertThat(list("ci")).hasSize(1);
        assertThat(list("ann")).hasSize(1);
        assertThat(list("bob")).isEmpty();
    }

    @Test
    void sessionOfAnotherTenantIsNotFound() {
        long number = list(null).getFirst().number();

        assertThat(read(new Query.FindSessionId(TENANT, number))).isEqualTo(SESSION);
        assertThat(read(new Query.FindSessionId(TENANT, number + 1))).isNull();
        assertThat(read(new Query.FindSessionId("blue", number))).isNull();
        assertThat(read(new Query.ShowSession("blue", number))).isNull();
        assertThat(read(new Query.ListSessions("blue", null, 0, 10)).sessions()).isEmpty();
    }

    private List<SessionView> list(@Nullable String owner) {
        return read(new Query.ListSessions(TENANT, owner, 0, 10)).sessions();
    }

    private OwnedGrants owned(String owner, Place place) {
        return read(new Query.ListOwnedGrants(TENANT, owner, place, 50));
    }

    private <A extends @Nullable Object> A read(Query<A> query) {
        return machine.read(query, new ReadPoint(0, machine.nowNanos()));
    }

    private void acquire(String key, KeyKind kind, long salt, @Nullable String owner) {
        ask(new LocksCommand.Acquire(
                new ResourceName(TENANT, Space.LOCKS, key),
                kind,
                SESSION,
                kind == KeyKind.LOCK ? 1 : 5_000,
                0,
                HOUR_NANOS,
                salt,
                owner));
    }

    private void ask(Command<?> command) {
        sequence++;
        Proposal proposal =
                new Proposal(new Origin("n1", 1, sequence), Actor.MEMBER, null, command);
        machine.apply(new Batch(sequence, sequence / 1_000_000, List.of(proposal)));
    }
}
