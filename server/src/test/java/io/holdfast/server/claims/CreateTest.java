package io.holdfast.server.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tests POST /v1/claims/: the created claim and every rejection. */
final class CreateTest {

    private final TestServer server = TestServer.ephemeral();
    private final Claims claims = new Claims(server);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @DisplayName("Successful posts without contention: 201, status active, ttl initialised")
    void freeResourceIsClaimedAtOnce() {
        Reply reply = claims.post(
                "{\"resource\":\"sample-7\",\"ttl\":60.5,\"user_data\":{\"host\":\"blade1\"}}");
        assertThat(reply.status()).isEqualTo(201);
        JsonNode claim = reply.json();
        assertThat(claim.propertyNames())
                .containsExactlyInAnyOrder(
                        "url",
                        "resource",
                        "status",
                        "created",
                        "status_history",
                        "ttl",
                        "active_duration",
                        "waiting_duration",
                        "user_data");
        assertThat(claim.path("resource").asString()).isEqualTo("sample-7");
        assertThat(claim.path("status").asString()).isEqualTo("active");
        assertThat(claim.path("ttl").asDouble()).isEqualTo(60.5);
        assertThat(claim.path("active_duration").asDouble()).isPositive();
        assertThat(claim.path("waiting_duration").asDouble()).isZero();
        assertThat(claim.path("user_data").path("host").asString()).isEqualTo("blade1");
        assertThat(reply.header("Content-Type")).contains("application/json");
        assertThat(reply.header("X-Fence")).isPresent();
    }

    @Test
    @DisplayName("a claim that is active at once has two entries, waiting then active")
    void immediatelyActiveClaimHasTwoHistoryEntries() {
        JsonNode claim = claims.create("r", 60).json();
        assertThat(claim.path("status_history")).hasSize(2);
        assertThat(claim.path("status_history").get(0).path("status").asString())
                .isEqualTo("waiting");
        assertThat(claim.path("status_history").get(1).path("status").asString())
                .isEqualTo("active");
        assertThat(claim.path("status_history").get(1).path("timestamp").asString())
                .isEqualTo(claim.path("created").asString());
    }

    @Test
    @DisplayName("created: RFC 2822, UTC, whole seconds, zone written -0000")
    void createdIsFormattedAsRfc2822() {
        // The test clock starts at this time.
        assertThat(claims.create("r", 60).text("created"))
                .isEqualTo("Mon, 21 Sep 2026 14:30:00 -0000");
    }

    @Test
    @DisplayName("Successful posts with contention: 202, status waiting")
    void heldResourceIsWaitedFor() {
        claims.create("r", 60);
        Reply reply = claims.create("r", 60);
        assertThat(reply.status()).isEqualTo(202);
        assertThat(reply.text("status")).isEqualTo("waiting");
        assertThat(reply.json().path("ttl").isNull()).isTrue();
        assertThat(reply.json().path("active_duration").isNull()).isTrue();
        assertThat(reply.json().path("status_history")).hasSize(1);
        assertThat(reply.header("X-Fence")).isEmpty();
        assertThat(reply.header("Location")).contains(reply.text("url"));
    }

    @Test
    @DisplayName("ids are increasing integers from 1; Location equals url, character for character")
    void idsCountFromOneAndLocationIsTheUrl() {
        for (int id = 1; id <= 3; id++) {
            Reply reply = claims.create("r" + id, 60);
            assertThat(reply.text("url"))
                    .isEqualTo(server.client().base() + "/v1/claims/" + id + "/");
            assertThat(reply.header("Location")).contains(reply.text("url"));
            assertThat(server.client().get("/v1/claims/" + id + "/").text("url"))
                    .isEqualTo(reply.text("url"));
        }
    }

    @Test
    @DisplayName("the three durations are written with a fraction (20.0, not 20)")
    void durationsAreWrittenWithAFraction() {
        claims.create("r", 20);
        server.clock().advanceSeconds(5);
        String body = claims.get(1).body();
        assertThat(body)
                .contains("\"ttl\":15.0,", "\"active_duration\":5.0,", "\"waiting_duration\":0.0,");
    }

    @ParameterizedTest(name = "{0} -> 400 naming {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"ttl\":5}|resource|No resource specified",
                "{\"resource\":\"\",\"ttl\":5}|resource|No resource specified",
                "{\"resource\":null,\"ttl\":5}|resource|No resource specified",
                "{\"resource\":7,\"ttl\":5}|resource|resource must be a string",
                "{\"resource\":true,\"ttl\":5}|resource|resource must be a string",
                "{\"resource\":[],\"ttl\":5}|resource|resource must be a string",
                "{\"resource\":{\"a\":1},\"ttl\":5}|resource|resource must be a string",
                "{\"resource\":\"a\\u0000b\",\"ttl\":5}|resource|resource must not contain"
                        + " control characters",
                "{\"resource\":\"\\ud800\",\"ttl\":5}|resource|resource must be at most 512 bytes"
                        + " of UTF-8",
                "{\"resource\":\"r\"}|ttl|No ttl specified",
                "{\"resource\":\"r\",\"ttl\":null}|ttl|No ttl specified",
                "{\"resource\":\"r\",\"ttl\":-1}|ttl|Positive ttl required (in seconds)",
                "{\"resource\":\"r\",\"ttl\":-0.001}|ttl|Positive ttl required (in seconds)",
                "{\"resource\":\"r\",\"ttl\":\"-1\"}|ttl|Positive ttl required (in seconds)",
                "{\"resource\":\"r\",\"ttl\":true}|ttl|ttl must be a number of seconds",
                "{\"resource\":\"r\",\"ttl\":\"abc\"}|ttl|ttl must be a number of seconds",
                "{\"resource\":\"r\",\"ttl\":\"NaN\"}|ttl|ttl must be a number of seconds",
                "{\"resource\":\"r\",\"ttl\":\"inf\"}|ttl|ttl must be a number of seconds",
                "{\"resource\":\"r\",\"ttl\":\"Infinity\"}|ttl|ttl must be a number of seconds",
                "{\"resource\":\"r\",\"ttl\":\"\"}|ttl|ttl must be a number of seconds",
                "{\"resource\":\"r\",\"ttl\":1e400}|ttl|ttl must be a number of seconds",
                "{\"resource\":\"r\",\"ttl\":[1]}|ttl|ttl must be a number of seconds",
                "{\"resource\":\"r\",\"ttl\":{}}|ttl|ttl must be a number of seconds",
                "{\"resource\":\"r\",\"ttl\":5,\"extra\":1}|extra|Unknown parameter: extra",
                "{\"resource\":\"r\",\"ttl\":5,\"status\":\"active\"}|status|Unknown parameter:"
                        + " status",
                "{\"resource\":\"r\",\"ttl\":5,\"message\":1}|message|Unknown parameter: message",
            })
    void invalidFieldIsNamed(String body, String name, String fault) {
        Reply reply = claims.post(body);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text(name)).isEqualTo(fault);
        assertThat(reply.text("message")).contains(fault);
        assertThat(claims.ids("")).isEmpty();
    }

    @ParameterizedTest(name = "{0} -> 400")
    @ValueSource(
            strings = {
                "",
                "{",
                "nonsense",
                "7",
                "true",
                "\"text\"",
                "{\"resource\":\"r\",\"ttl\":5}x",
                "{\"resource\":\"r\",\"ttl\":NaN}",
                "{\"resource\":\"r\",\"ttl\":Infinity}",
                "{'resource':'r','ttl':5}",
                "[1]"
            })
    void bodyThatIsNotAnObjectIsRejected(String body) {
        Reply reply = claims.post(body);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text("message")).isNotEmpty();
    }

    @ParameterizedTest(name = "body {0} is as an empty object")
    @ValueSource(strings = {"{}", "[]", "null", "{\"ttl\":-1}"})
    @DisplayName("both wrong: both keys in one object")
    void bothInvalidFieldsAreNamedAtOnce(String body) {
        Reply reply = claims.post(body);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.text("resource")).isEqualTo("No resource specified");
        assertThat(reply.text("ttl")).isNotEmpty();
    }

    static Stream<Map.Entry<String, Double>> odd() {
        return Stream.of(
                Map.entry("{\"resource\":\" \",\"ttl\":5}", 5.0),
                Map.entry("{\"resource\":\"r\\u00e9sum\\u00e9 \\ud83d\\ude00\",\"ttl\":5}", 5.0),
                Map.entry("{\"resource\":\"r\",\"ttl\":\"5\"}", 5.0),
                Map.entry("{\"resource\":\"r\",\"ttl\":\" 2.5 \"}", 2.5),
                Map.entry("{\"resource\":\"r\",\"ttl\":\"1e1\"}", 10.0),
                Map.entry("{\"resource\":\"r\",\"ttl\":0}", 0.0),
                Map.entry("{\"resource\":\"r\",\"ttl\":-0.0}", 0.0),
                Map.entry("{\"resource\":\"r\",\"ttl\":1,\"ttl\":3}", 3.0),
                Map.entry("{\"resource\":\"a\",\"resource\":\"b\",\"ttl\":3}", 3.0),
                Map.entry("{\"resource\":\"r\",\"ttl\":3,\"user_data\":null}", 3.0));
    }

    @ParameterizedTest(name = "{0} -> 201")
    @MethodSource("odd")
    void unusualButValidBodiesAreAccepted(Map.Entry<String, Double> odd) {
        Reply reply = claims.post(odd.getKey());
        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.json().path("ttl").asDouble()).isEqualTo(odd.getValue());
    }

    @Test
    @DisplayName("ttl 1e12: clamp or 400, never 500")
    void tooLongTtlIsClamped() {
        Reply reply = claims.post("{\"resource\":\"r\",\"ttl\":1e12}");
        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.json().path("ttl").asDouble()).isGreaterThan(9e9);
    }

    @Test
    @DisplayName("user data larger than the setting: 400 naming user_data")
    void oversizedUserDataIsRejected() {
        try (TestServer small = TestServer.ephemeral("--claims-data-max", "10")) {
            Claims those = new Claims(small);
            String fits = "{\"resource\":\"r\",\"ttl\":5,\"user_data\":\"12345678\"}";
            assertThat(those.post(fits).status()).isEqualTo(201);
            Reply reply = those.post(fits.replace("8", "89"));
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.text("user_data")).contains("10 bytes");
        }
        String large =
                "{\"resource\":\"r\",\"ttl\":5,\"user_data\":\"" + "x".repeat(90_000) + "\"}";
        assertThat(claims.post(large).text("user_data")).contains("65536");
        String huge =
                "{\"resource\":\"r\",\"ttl\":5,\"user_data\":\"" + "x".repeat(250_000) + "\"}";
        assertThat(claims.post(huge).status()).isEqualTo(413);
        String deep = "{\"resource\":\"r\",\"ttl\":5,\"user_data\":" + "[".repeat(65)
                + "]".repeat(65) + "}";
        assertThat(claims.post(deep).text("message")).contains("64 levels");
        String full = "{\"resource\":\"r\",\"ttl\":5,\"user_data\":\"" + "x".repeat(65_534) + "\"}";
        assertThat(claims.post(full).status()).isEqualTo(201);
    }

    @Test
    @DisplayName("a resource of more than 512 bytes: 400 naming resource")
    void resourceNameLengthIsLimited() {
        assertThat(claims.create("r".repeat(512), 5).status()).isEqualTo(201);
        assertThat(claims.create("r".repeat(513), 5).text("resource")).contains("512");
    }

    @Test
    @DisplayName("other Content-Type or none: accept as JSON")
    void contentTypeIsIgnored() {
        String body = "{\"resource\":\"r\",\"ttl\":5}";
        assertThat(claims.post(body).status()).isEqualTo(201);
        assertThat(claims.post(body, "Content-Type", "text/plain").status()).isEqualTo(202);
        assertThat(claims.post(body, "Content-Type", "application/x-www-form-urlencoded")
                        .status())
                .isEqualTo(202);
    }
}
