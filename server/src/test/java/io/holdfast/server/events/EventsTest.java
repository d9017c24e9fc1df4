package io.holdfast.server.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Caller;
import io.holdfast.server.FakeClock;
import io.holdfast.server.OneNode;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import io.holdfast.server.events.EventReader.Seen;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Follows the events of a server over HTTP. */
@OneNode("a reader follows one member, whose base URL the client names")
final class EventsTest {

    private static EventReader reader(TestServer server, String query) {
        return new EventReader(server.client().base(), query, null);
    }

    @Test
    void lifeOfALockIsReportedInOrder() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            Caller ann = server.session();
            Caller bob = server.session();
            try (EventReader events = reader(server, "?api=locks")) {
                Reply held = ann.post("locks/k", "{}", "X-Holdfast-Owner", "ann");
                bob.enqueue("k");
                ann.release("k", held.text("token"));

                Seen granted = events.next();
                assertThat(granted.kind()).isEqualTo("granted");
                assertThat(granted.data().path("key").asString()).isEqualTo("k");
                assertThat(granted.data().path("owner").asString()).isEqualTo("ann");
                assertThat(granted.data().path("fence").asLong())
                        .isEqualTo(held.json().path("fence").asLong());
                assertThat(events.kinds(3)).containsExactly("queued", "released", "granted");
            }
        }
    }

    @Test
    void expiryBreakAndEndOfASessionAreReported() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            Caller ann = server.session();
            Caller bob = server.session();
            try (EventReader events = reader(server, "?kind=expired,broken,session_ended")) {
                bob.lock("short", 1);
                server.clock().advanceSeconds(2);
                long fence = ann.lock("broken", 60).json().path("fence").asLong();
                server.client()
                        .ask(
                                "DELETE",
                                "/v1/resources/locks/broken/holders/" + fence + "?reason=test",
                                "");
                server.client().ask("DELETE", "/v1/sessions/" + ann.id(), "");

                assertThat(events.kinds(3)).containsExactly("expired", "broken", "session_ended");
            }
        }
    }

    @Test
    void streamContinuesAfterTheLastEventThatTheClientHas() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            Caller ann = server.session();
            String last;
            try (EventReader events = reader(server, "?kind=granted")) {
                ann.lock("a");
                last = events.next().id();
            }
            ann.lock("b");
            ann.lock("c");
            try (EventReader events =
                    new EventReader(server.client().base(), "?kind=granted", last)) {
                assertThat(events.next().data().path("key").asString()).isEqualTo("b");
                assertThat(events.next().data().path("key").asString()).isEqualTo("c");
            }
        }
    }

    @Test
    void eventsThatAreNoLongerKeptAreReportedAsAGap() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            server.session().lock("a");
            try (EventReader events = new EventReader(server.client().base(), "", "0.1")) {
                assertThat(events.next().kind()).isEqualTo("gap");
            }
        }
    }

    @Test
    void idOfAnotherLogIsAGapAndHidesNoEvents() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock());
                EventReader events =
                        new EventReader(server.client().base(), "?kind=granted", "999999.1")) {
            assertThat(events.next().kind()).isEqualTo("gap");

            server.session().lock("a");

            assertThat(events.next().data().path("key").asString()).isEqualTo("a");
        }
    }

    @Test
    void stopOfTheServerEndsStreams() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock());
                EventReader events = reader(server, "?kind=broken")) {
            server.server().stop();

            assertThat(events.kinds(2)).containsExactly("stopping", "end");
        }
    }

    @Test
    void eventsAreFilteredByKeyAndOwner() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            try (EventReader events = reader(server, "?prefix=dep&owner=bob")) {
                server.session().post("locks/deploy", "{}", "X-Holdfast-Owner", "ann");
                server.session().post("locks/cron", "{}", "X-Holdfast-Owner", "bob");
                server.session().post("locks/depot", "{}", "X-Holdfast-Owner", "bob");

                assertThat(events.next().data().path("key").asString()).isEqualTo("depot");
            }
        }
    }

    @Test
    void requestForTheHeadHasAnEnd() {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            assertThat(server.client().ask("HEAD", "/v1/events", "").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"?api=lock", "?kind=grant", "?kind=granted,"})
    void invalidQueryIs400(String query) {
        try (TestServer server = TestServer.ephemeralAt(new FakeClock())) {
            assertThat(server.client().get("/v1/events" + query).status()).isEqualTo(400);
            assertThat(server.client().get("/v1/events", "Last-Event-ID", "x").status())
                    .isEqualTo(400);
        }
    }
}
