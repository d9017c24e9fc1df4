package io.holdfast.server.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests every filter: which claims it can match and whether its bounds are inclusive. */
final class FiltersTest {

    private final TestServer server = TestServer.ephemeral("--claims-grace", "3");
    private final Claims claims = new Claims(server);

    /**
     * Claim 1 was released after 4 s active. Claim 2 has been active for 4 s after a wait of 4 s.
     * Claim 3 was withdrawn after a wait of 2 s. Claim 4 has waited since 0 s. Claim 5 became
     * active at 6 s and expired at 7 s. The time is 8 s.
     */
    @BeforeEach
    void history() {
        claims.create("a", 60);
        claims.create("a", 60);
        claims.create("a", 60);
        claims.create("a", 60);
        server.clock().advanceSeconds(2);
        claims.status(3, "withdrawn");
        server.clock().advanceSeconds(2);
        claims.status(1, "released");
        server.clock().advanceSeconds(2);
        claims.create("b", 1);
        server.clock().advanceSeconds(2);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @DisplayName("resource: exact, case-sensitive")
    void resourceIsExact() {
        assertThat(claims.ids("resource=a")).containsExactly(1L, 2L, 3L, 4L);
        assertThat(claims.ids("resource=b")).containsExactly(5L);
        assertThat(claims.ids("resource=A")).isEmpty();
        assertThat(claims.ids("resource=")).isEmpty();
    }

    @Test
    @DisplayName("resource: percent-encoded and with a plus for a blank")
    void resourceIsDecoded() {
        claims.create("x y/\u00e9", 60);
        assertThat(claims.ids("resource=x+y%2F%C3%A9")).containsExactly(6L);
    }

    @Test
    @DisplayName("status: exact, case-sensitive; an unknown value is 400")
    void statusIsExact() {
        assertThat(claims.ids("status=active")).containsExactly(2L, 5L);
        assertThat(claims.ids("status=waiting")).containsExactly(4L);
        assertThat(claims.ids("status=released")).containsExactly(1L);
        assertThat(claims.ids("status=withdrawn")).containsExactly(3L);
        assertThat(claims.ids("status=expired")).isEmpty();
        Reply wrong = claims.list("status=Active");
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.text("status")).isNotEmpty();
    }

    @Test
    @DisplayName("minimum_ttl: only active claims; bound included; hides a lapsed one at 0")
    void minimumTtl() {
        assertThat(claims.ids("minimum_ttl=-100")).containsExactly(2L, 5L);
        assertThat(claims.ids("minimum_ttl=56")).containsExactly(2L);
        assertThat(claims.ids("minimum_ttl=56.000001")).isEmpty();
        assertThat(claims.ids("minimum_ttl=0")).containsExactly(2L);
        assertThat(claims.ids("minimum_ttl=-1")).containsExactly(2L, 5L);
    }

    @Test
    @DisplayName("maximum_ttl: only active claims; bound included; finds a lapsed one at 0")
    void maximumTtl() {
        assertThat(claims.ids("maximum_ttl=1e9")).containsExactly(2L, 5L);
        assertThat(claims.ids("maximum_ttl=0")).containsExactly(5L);
        assertThat(claims.ids("maximum_ttl=-1")).containsExactly(5L);
        assertThat(claims.ids("maximum_ttl=-1.000001")).isEmpty();
        assertThat(claims.ids("maximum_ttl=56")).containsExactly(2L, 5L);
        assertThat(claims.ids("maximum_ttl=55.999999")).containsExactly(5L);
        assertThat(claims.ids("maximum_ttl=1e9&status=released")).isEmpty();
    }

    @Test
    @DisplayName("minimum_active_duration: every claim that was ever active; bound included")
    void minimumActiveDuration() {
        assertThat(claims.ids("minimum_active_duration=0")).containsExactly(1L, 2L, 5L);
        assertThat(claims.ids("minimum_active_duration=4")).containsExactly(1L, 2L);
        assertThat(claims.ids("minimum_active_duration=4.000001")).isEmpty();
        server.clock().advanceSeconds(1);
        assertThat(claims.ids("minimum_active_duration=4.5")).containsExactly(2L);
    }

    @Test
    @DisplayName("maximum_active_duration: never-activated claims are excluded, here too")
    void maximumActiveDuration() {
        assertThat(claims.ids("maximum_active_duration=1e9")).containsExactly(1L, 2L, 5L);
        assertThat(claims.ids("maximum_active_duration=2")).containsExactly(5L);
        assertThat(claims.ids("maximum_active_duration=1.999999")).isEmpty();
        server.clock().advanceSeconds(1);
        assertThat(claims.ids("maximum_active_duration=4")).containsExactly(1L, 5L);
    }

    @Test
    @DisplayName("minimum_waiting_duration: all claims; bound included")
    void minimumWaitingDuration() {
        assertThat(claims.ids("minimum_waiting_duration=0")).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(claims.ids("minimum_waiting_duration=4")).containsExactly(2L, 4L);
        assertThat(claims.ids("minimum_waiting_duration=4.000001")).containsExactly(4L);
        assertThat(claims.ids("minimum_waiting_duration=8")).containsExactly(4L);
        assertThat(claims.ids("minimum_waiting_duration=8.000001")).isEmpty();
    }

    @Test
    @DisplayName("maximum_waiting_duration: all claims; bound included")
    void maximumWaitingDuration() {
        assertThat(claims.ids("maximum_waiting_duration=0")).containsExactly(1L, 5L);
        assertThat(claims.ids("maximum_waiting_duration=2")).containsExactly(1L, 3L, 5L);
        assertThat(claims.ids("maximum_waiting_duration=1.999999")).containsExactly(1L, 5L);
        assertThat(claims.ids("maximum_waiting_duration=-0.1")).isEmpty();
    }

    @Test
    @DisplayName("minimum_created, maximum_created: a claim is found by its own rendered created")
    void createdMatchesItsRenderedForm() {
        String created = URLEncoder.encode(claims.get(5).text("created"), StandardCharsets.UTF_8);
        assertThat(claims.ids("minimum_created=" + created)).containsExactly(5L);
        assertThat(claims.ids("minimum_created=" + created + "&maximum_created=" + created))
                .containsExactly(5L);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "2026-09-21T14:30:06Z",
                "2026-09-21T14:30:06.900Z",
                "2026-09-21T14:30:06",
                "2026-09-21T16:30:06%2B02:00",
                "2026-09-21T16:30:06+02:00",
                "2026-09-21T10:30:06-04:00",
                "Mon,%2021%20Sep%202026%2014:30:06%20-0000",
                "Mon,+21+Sep+2026+14:30:06+GMT",
                "1790001006",
                "1790001006.7",
                "1.790001006e9",
                "+1790001006+"
            })
    @DisplayName("minimum_created, maximum_created: RFC 2822, ISO-8601 and epoch seconds")
    void createdAcceptsAllDateFormats(String instant) {
        assertThat(claims.ids("minimum_created=" + instant)).containsExactly(5L);
        assertThat(claims.ids("maximum_created=" + instant)).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    @DisplayName("minimum_created: a date alone is its midnight")
    void createdAcceptsADate() {
        assertThat(claims.ids("minimum_created=2026-09-21")).hasSize(5);
        assertThat(claims.ids("minimum_created=2026-09-22")).isEmpty();
        assertThat(claims.ids("maximum_created=2026-09-21")).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "minimum_ttl=abc",
                "minimum_ttl=",
                "maximum_ttl=NaN",
                "maximum_ttl=inf",
                "minimum_ttl=1e999",
                "minimum_ttl=0x10",
                "minimum_ttl=1d",
                "minimum_active_duration=x",
                "maximum_active_duration=-inf",
                "minimum_waiting_duration=%00",
                "maximum_waiting_duration=1,5",
                "minimum_created=yesterday",
                "maximum_created=2026-13-01",
                "minimum_created=NaN",
                "maximum_created=",
                "limit=x",
                "limit=-1",
                "limit=1.5",
                "offset=-1",
                "offset=a"
            })
    @DisplayName("list: unparsable number -> 400 Failed to parse query string")
    void unparsableNumberIsNamed(String query) {
        Reply reply = claims.list(query);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text("message")).isEqualTo("Failed to parse query string");
        assertThat(reply.text(query.substring(0, query.indexOf('=')))).isNotEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"colour=red", "Resource=a", "minimum_ttl%20=1", "id=1", "x"})
    @DisplayName("Unknown query parameter: 400 naming it")
    void unknownParametersAreNamed(String query) {
        Reply reply = claims.list(query);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body()).contains("Unknown parameter");
    }

    @Test
    @DisplayName("negative numbers, exponents and blanks around numbers parse; the first of a"
            + " repeated parameter counts")
    void numbersAreParsedLeniently() {
        assertThat(claims.ids("minimum_ttl=+5.6e1+")).containsExactly(2L);
        assertThat(claims.ids("minimum_ttl=%20.5")).containsExactly(2L);
        assertThat(claims.ids("maximum_ttl=-1.")).containsExactly(5L);
        assertThat(claims.ids("status=waiting&status=active")).containsExactly(4L);
    }

    @Test
    @DisplayName("All filters AND together")
    void filtersAreCombinedWithAnd() {
        assertThat(claims.ids("resource=a&status=active&minimum_waiting_duration=4"
                        + "&maximum_active_duration=4&minimum_ttl=1"))
                .containsExactly(2L);
        assertThat(claims.ids("resource=b&status=active&minimum_waiting_duration=4"))
                .isEmpty();
    }
}
