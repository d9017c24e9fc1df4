package io.holdfast.log.engine;

import static io.holdfast.log.engine.TestClient.now;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.event.Event;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Token;
import io.holdfast.log.Contact;
import io.holdfast.log.engine.TestClient.Sent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A grant that a leader passed on is not delivered by the member that lost contact. */
final class PassedOnTest {

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final SessionId HOLDER = new SessionId(1, 1);
    private static final SessionId NEXT = new SessionId(3, 3);

    private final FakeClock clock = new FakeClock();
    private final FakeGroup group = new FakeGroup(clock);
    private final List<Event.Granted> grants = new ArrayList<>();
    private Engine engine;

    @BeforeEach
    void start() throws IOException {
        engine = Engine.start(group, clock, new EngineOptions("n1", Settings.DEFAULT, false, true));
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    @Test
    void grantThatWasPassedOnIsNotDelivered() {
        assertThat(holders()).isEqualTo(1);
    }

    @Test
    void memberThatDeliversWithoutContactIsDetected() {
        group.planted = () ->
                new Contact(engine.origin(0).incarnation(), Long.MAX_VALUE, clock.monotonicNanos());
        assertThat(holders()).isEqualTo(2);
    }

    /** Returns how many clients believe that they hold the lock after n1 was declared lost. */
    private int holders() {
        group.propose("n2", 1, new MemberCommand.Started("n2", 1, 0, 0));
        group.propose("n2", 1, new MemberCommand.RaiseFormat(Format.NEWEST));
        group.answers(engine.origin(0).incarnation());
        group.propose("n2", 1, new SessionCommand.Open(HOLDER, null, false));
        group.propose("n2", 1, new SessionCommand.Open(NEXT, null, false));
        engine.onEvents(events -> events.forEach(event -> {
            if (event instanceof Event.Granted granted) {
                grants.add(granted);
            }
        }));
        group.propose("n2", 1, acquire(HOLDER, 1));
        TestClient client = TestClient.open(engine, 2);
        Sent waiting = client.acquire("k", 60, 60);
        group.propose("n2", 1, acquire(NEXT, 2));
        clock.pass(3, TimeUnit.SECONDS);
        Token held = new Token(grants.getFirst().fence(), 1);
        group.propose(
                "n2",
                1,
                new LocksCommand.Release(TestClient.name("k"), KeyKind.LOCK, HOLDER, held));
        assertThat(grants).hasSize(2);
        long incarnation = engine.origin(0).incarnation();
        group.propose(
                "n2",
                1,
                new MemberCommand.Lost("n1", incarnation, group.term, clock.monotonicNanos()));
        assertThat(grants).as("the grant was passed on").hasSize(3);
        group.answers(incarnation);
        return 1 + (now(waiting) instanceof Outcome.Granted ? 1 : 0);
    }

    private static LocksCommand.Acquire acquire(SessionId session, long salt) {
        return new LocksCommand.Acquire(
                TestClient.name("k"),
                KeyKind.LOCK,
                session,
                1,
                MINUTE_NANOS,
                MINUTE_NANOS,
                salt,
                null);
    }
}
