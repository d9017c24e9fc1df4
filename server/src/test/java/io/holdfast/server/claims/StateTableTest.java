package io.holdfast.server.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests every cell of the state transition table and the message of every rejection. */
final class StateTableTest {

    private static final List<String> STATUSES =
            List.of("waiting", "active", "released", "expired", "aborted", "revoked", "withdrawn");
    private static final List<String> CANCELLED = List.of("aborted", "revoked", "withdrawn");
    private static final List<String> ASKED =
            List.of("active", "released", "aborted", "revoked", "withdrawn", "ttl");

    private final TestServer server = TestServer.ephemeral();
    private final Claims claims = new Claims(server);

    @AfterEach
    void stop() {
        server.close();
    }

    /** One cell: the current status, the requested change and the expected answer. */
    record Cell(String from, String change, int answer) {
        @Override
        public String toString() {
            return from + " -> " + change + ": " + answer;
        }
    }

    static Stream<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (String from : STATUSES) {
            for (String change : ASKED) {
                cells.add(new Cell(from, change, answer(from, change)));
            }
        }
        return cells.stream();
    }

    private static int answer(String from, String change) {
        return switch (from) {
            case "waiting" ->
                change.equals("active") ? 409 : CANCELLED.contains(change) ? 204 : 400;
            case "active" -> change.equals("active") || change.equals("ttl") ? 200 : 204;
            default -> 400;
        };
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cells")
    void everyTransitionIsAnsweredAsDocumented(Cell cell) {
        long id = claims.withStatus(cell.from(), "r");
        Reply before = claims.get(id);
        assertThat(before.text("status")).isEqualTo(cell.from());

        Reply reply =
                cell.change().equals("ttl") ? claims.ttl(id, 99) : claims.status(id, cell.change());

        assertThat(reply.status()).as(reply.toString()).isEqualTo(cell.answer());
        Reply after = claims.get(id);
        switch (cell.answer()) {
            case 204 -> {
                assertThat(reply.body()).isEmpty();
                assertThat(reply.header("Content-Type")).contains("application/json");
                assertThat(after.text("status")).isEqualTo(cell.change());
            }
            case 200 -> {
                double ttl = cell.change().equals("ttl") ? 99 : 60;
                assertThat(reply.json().path("ttl").asDouble()).isEqualTo(ttl);
                assertThat(reply.body()).isEqualTo(after.body());
            }
            default -> assertThat(after.body()).isEqualTo(before.body());
        }
    }

    @ParameterizedTest(name = "status {0} can never be requested")
    @ValueSource(
            strings = {"\"expired\"", "\"waiting\"", "\"ACTIVE\"", "\"\"", "\"gone\"", "7", "[]"})
    @DisplayName("PATCH status not in the five: 400, key status")
    void unknownStatusIsRejected(String status) {
        claims.create("r", 60);
        Reply reply = claims.patch(1, "{\"status\":" + status + "}");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text("status")).isEqualTo("Invalid value for status");
        assertThat(reply.text("message")).isEqualTo("Invalid value for status");
    }

    @Test
    @DisplayName("PATCH status and ttl together: 400, key extra-parameters")
    void statusAndTtlTogetherAreRejected() {
        claims.create("r", 60);
        Reply reply = claims.patch(1, "{\"status\":\"active\",\"ttl\":5}");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text("extra-parameters")).isNotEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"{}", "[]", "null", "{\"status\":null}"})
    @DisplayName("PATCH with neither: 400, key missing-parameters; status: null counts as absent")
    void patchWithoutStatusAndTtlIsRejected(String body) {
        claims.create("r", 60);
        Reply reply = claims.patch(1, body);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text("missing-parameters")).isNotEmpty();
    }

    @ParameterizedTest(name = "{0} -> 400 naming {0}")
    @ValueSource(strings = {"resource", "user_data", "url", "id"})
    @DisplayName("Given unknown parameters: 400 naming it")
    void unknownFieldsAreNamed(String name) {
        claims.create("r", 60);
        Reply reply = claims.patch(1, "{\"ttl\":5,\"" + name + "\":{\"a\":[1]}}");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text(name)).isEqualTo("Unknown parameter: " + name);
        assertThat(claims.get(1).json().path("ttl").asDouble()).isEqualTo(60);
    }

    @ParameterizedTest(name = "ttl {0}")
    @ValueSource(strings = {"-1", "\"-0.5\"", "null", "true", "\"abc\"", "1e999", "[5]", "{}"})
    @DisplayName("Invalid values for ttl: 400, key ttl")
    void invalidTtlIsNamed(String ttl) {
        claims.create("r", 60);
        Reply reply = claims.patch(1, "{\"ttl\":" + ttl + "}");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text("ttl")).isNotEmpty();
    }

    @Test
    @DisplayName("PATCH ttl on a non-active claim: claim_id, status, message, exception_class")
    void ttlOfANonActiveClaimIsRejectedWithFourKeys() {
        long id = claims.withStatus("waiting", "r");
        assertThat(claims.ttl(id, 5).json())
                .isEqualTo(Reply.parse("{\"claim_id\":2,\"status\":\"waiting\","
                        + "\"message\":\"Failed to update ttl\","
                        + "\"exception_class\":\"InvalidRequest\"}"));
    }

    @Test
    @DisplayName("any non-active claim -> released: same four keys, Failed to remove lock.")
    void releaseOfANonActiveClaimIsRejectedWithFourKeys() {
        long id = claims.withStatus("waiting", "r");
        assertThat(claims.status(id, "released").json())
                .isEqualTo(Reply.parse("{\"claim_id\":2,\"status\":\"waiting\","
                        + "\"message\":\"Failed to remove lock.\","
                        + "\"exception_class\":\"InvalidRequest\"}"));
    }

    @Test
    @DisplayName("final -> other cancel status: same four keys, Cannot set status to X from Y")
    void finalStatusIsNamedInTheError() {
        long id = claims.withStatus("aborted", "r");
        assertThat(claims.status(id, "revoked").json())
                .isEqualTo(Reply.parse("{\"claim_id\":1,\"status\":\"aborted\","
                        + "\"message\":\"Cannot set status to \\\"revoked\\\" from"
                        + " \\\"aborted\\\"\",\"exception_class\":\"InvalidRequest\"}"));
    }

    @Test
    @DisplayName("final -> active: status, message, exception_class; only the last two where the"
            + " queue is empty")
    void finalClaimNeverBecomesActiveAgain() {
        long id = claims.withStatus("released", "r");
        Reply empty = claims.status(id, "active");
        assertThat(empty.status()).isEqualTo(400);
        assertThat(empty.json().propertyNames())
                .containsExactlyInAnyOrder("message", "exception_class");
        assertThat(empty.text("message")).startsWith("Found no eligible claims");

        claims.create("r", 60);
        claims.create("r", 60);
        Reply queued = claims.status(id, "active");
        assertThat(queued.status()).isEqualTo(400);
        assertThat(queued.json().propertyNames())
                .containsExactlyInAnyOrder("status", "message", "exception_class");
        assertThat(queued.text("status")).isEqualTo("released");
    }

    @Test
    @DisplayName("waiting -> active, held by another: 409, active_claim_id a number")
    void waitingClaimLearnsTheActiveClaimId() {
        claims.create("r", 60);
        long id = Claims.id(claims.create("r", 60));
        Reply reply = claims.status(id, "active");
        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.json())
                .isEqualTo(Reply.parse("{\"active_claim_id\":1,"
                        + "\"message\":\"Resource is locked by another claim\","
                        + "\"exception_class\":\"ConflictException\"}"));
    }

    @Test
    @DisplayName("PATCH unknown id: 404, claim_id, ClaimNotFound; validation comes first")
    void unknownClaimIsNotFoundUnlessTheRequestIsInvalid() {
        Reply reply = claims.status(99, "released");
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.json().path("claim_id").asLong()).isEqualTo(99);
        assertThat(reply.text("exception_class")).isEqualTo("ClaimNotFound");
        assertThat(claims.ttl(99, -1).status()).isEqualTo(400);
    }

    @Test
    @DisplayName("waiting -> active once its turn came: 200, ttl and active_duration > 0")
    void promotedClaimCanBeSetActive() {
        claims.create("r", 60);
        long id = Claims.id(claims.create("r", 30));
        claims.status(1, "released");
        Reply reply = claims.status(id, "active");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text("status")).isEqualTo("active");
        assertThat(reply.json().path("ttl").asDouble()).isEqualTo(30);
        assertThat(reply.json().path("active_duration").asDouble()).isPositive();
        assertThat(reply.header("X-Fence")).isPresent();
    }

    @Test
    @DisplayName("updating ttl works when ttl is already negative; ttl counts from now")
    void expiredTtlIsRenewableWithinTheGracePeriod() {
        claims.create("r", 0.005);
        server.clock().advanceNanos(50_000_000);
        assertThat(claims.get(1).json().path("ttl").asDouble()).isNegative();
        assertThat(claims.ttl(1, 20).json().path("ttl").asDouble()).isEqualTo(20);
        server.clock().advanceSeconds(10);
        assertThat(claims.get(1).json().path("ttl").asDouble()).isEqualTo(10);
    }

    @Test
    @DisplayName("waiting_duration: creation to activation, or to the end, or to now")
    void waitingDurationIsTheTimeInTheQueue() {
        claims.create("r", 60);
        claims.create("r", 60);
        claims.create("r", 60);
        server.clock().advanceSeconds(4);
        assertThat(claims.get(2).json().path("waiting_duration").asDouble()).isEqualTo(4);
        claims.status(3, "withdrawn");
        server.clock().advanceSeconds(2);
        claims.status(1, "released");
        server.clock().advanceSeconds(1);
        assertThat(claims.get(2).json().path("waiting_duration").asDouble()).isEqualTo(6);
        assertThat(claims.get(2).json().path("active_duration").asDouble()).isEqualTo(1);
        assertThat(claims.get(3).json().path("waiting_duration").asDouble()).isEqualTo(4);
        assertThat(claims.get(3).json().path("active_duration").isNull()).isTrue();
        assertThat(claims.get(1).json().path("active_duration").asDouble()).isEqualTo(6);
        assertThat(claims.get(1).json().path("ttl").isNull()).isTrue();
    }

    @Test
    @DisplayName("each status occurs at most once in a history, with its own timestamp")
    void historyHasEachStatusAtMostOnce() {
        claims.create("r", 60);
        claims.create("r", 60);
        server.clock().advanceSeconds(10);
        claims.status(1, "aborted");
        server.clock().advanceSeconds(10);
        claims.status(2, "released");
        assertThat(claims.get(2).json().path("status_history"))
                .isEqualTo(Reply.parse("[{\"status\":\"waiting\","
                        + "\"timestamp\":\"Mon, 21 Sep 2026 14:30:00 -0000\"},"
                        + "{\"status\":\"active\","
                        + "\"timestamp\":\"Mon, 21 Sep 2026 14:30:10 -0000\"},"
                        + "{\"status\":\"released\","
                        + "\"timestamp\":\"Mon, 21 Sep 2026 14:30:20 -0000\"}]"));
    }

    @Test
    @DisplayName("expiry: at the instant where someone waits, after the grace where nobody does")
    void claimExpiresAtItsDeadline() {
        claims.create("r", 5);
        claims.create("r", 5);
        server.clock().advanceSeconds(5);
        assertThat(claims.get(1).text("status")).isEqualTo("expired");
        assertThat(claims.get(2).json().path("ttl").asDouble()).isEqualTo(5);
        server.clock().advanceNanos(5_099_000_000L);
        assertThat(claims.get(2).text("status")).isEqualTo("active");
        server.clock().advanceNanos(1_000_000L);
        assertThat(claims.get(2).text("status")).isEqualTo("expired");
    }

    @Test
    @DisplayName("the next claim to arrive ends the grace at once")
    void newClaimEndsTheGracePeriod() {
        try (TestServer patient = TestServer.ephemeral("--claims-grace", "3600")) {
            Claims those = new Claims(patient);
            those.create("r", 1);
            patient.clock().advanceSeconds(60);
            assertThat(those.get(1).text("status")).isEqualTo("active");
            assertThat(those.create("r", 1).status()).isEqualTo(201);
            assertThat(those.get(1).text("status")).isEqualTo("expired");
        }
    }
}
