package io.holdfast.server.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.FakeClock;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what survives a restart, and repeated requests. */
final class ClaimsRestartTest {

    private static final String BODY =
            "{\"resource\":\"r\",\"ttl\":600,\"user_data\":{\"n\":1.50,\"s\":\"\u00e9\"}}";

    @Test
    void claimsDataAndHistorySurviveARestart(@TempDir Path directory) {
        FakeClock clock = new FakeClock();
        String active;
        String released;
        try (TestServer server = TestServer.durable(clock, directory, "--snapshot-entries", "4")) {
            Claims claims = new Claims(server);
            claims.post(BODY);
            claims.post(BODY);
            claims.post(BODY);
            clock.advanceSeconds(5);
            claims.status(1, "released");
            claims.status(3, "withdrawn");
            active = claims.get(2).body().replace(server.client().base(), "");
            released = claims.get(1).body().replace(server.client().base(), "");
        }
        try (TestServer server = TestServer.durable(clock, directory)) {
            Claims claims = new Claims(server);
            String base = server.client().base();
            assertThat(claims.get(1).body().replace(base, "")).isEqualTo(released);
            assertThat(claims.get(2).body().replace(base, "")).isEqualTo(active);
            assertThat(claims.ids("status=withdrawn")).containsExactly(3L);
            assertThat(claims.ttl(2, 30).status()).isEqualTo(200);
            assertThat(Claims.id(claims.post(BODY))).isEqualTo(4);
            claims.status(2, "released");
            assertThat(claims.get(4).text("status")).isEqualTo("active");
        }
    }

    @Test
    void downtimeCountsTowardsTtl(@TempDir Path directory) {
        FakeClock clock = new FakeClock();
        try (TestServer server = TestServer.durable(clock, directory)) {
            Claims claims = new Claims(server);
            claims.create("long", 100);
            claims.create("short", 10);
            claims.create("short", 10);
        }
        clock.advanceSeconds(40);
        try (TestServer server = TestServer.durable(clock, directory)) {
            Claims claims = new Claims(server);
            assertThat(claims.get(1).json().path("ttl").asDouble()).isEqualTo(60);
            assertThat(claims.get(2).text("status")).isEqualTo("expired");
            assertThat(claims.get(3).json().path("ttl").asDouble()).isEqualTo(10);
        }
    }

    @Test
    void repeatedRequestGetsTheFirstAnswerAndActsOnce(@TempDir Path directory) {
        FakeClock clock = new FakeClock();
        Reply first;
        String base;
        try (TestServer server = TestServer.durable(clock, directory)) {
            Claims claims = new Claims(server);
            base = server.client().base();
            first = claims.post(BODY, "Idempotency-Key", "one");
            assertThat(claims.post(BODY, "Idempotency-Key", "one").body()).isEqualTo(first.body());
            Reply another = claims.post(BODY.replace("600", "60"), "Idempotency-Key", "one");
            assertThat(another.status()).isEqualTo(422);
            assertThat(claims.post(BODY, "Idempotency-Key", "two").status()).isEqualTo(202);
            claims.patch(1, "{\"status\":\"released\"}", "Idempotency-Key", "three");
            Reply repeat = claims.patch(1, "{\"status\":\"released\"}", "Idempotency-Key", "three");
            assertThat(repeat.status()).isEqualTo(204);
            Reply renewed = claims.patch(2, "{\"ttl\":50}", "Idempotency-Key", "four");
            clock.advanceSeconds(5);
            assertThat(claims.patch(2, "{\"ttl\":50}", "Idempotency-Key", "four")
                            .body())
                    .isEqualTo(renewed.body());
            assertThat(claims.get(2).json().path("ttl").asDouble()).isEqualTo(45);
        }
        try (TestServer server = TestServer.durable(clock, directory)) {
            Claims claims = new Claims(server);
            Reply repeat = claims.post(BODY, "Idempotency-Key", "one");
            assertThat(repeat.status()).isEqualTo(201);
            assertThat(repeat.body().replace(server.client().base(), base)).isEqualTo(first.body());
            assertThat(claims.post(BODY, "Idempotency-Key", "bl ank").status()).isEqualTo(400);
            assertThat(claims.ids("")).containsExactly(1L, 2L);
        }
    }

    @Test
    void conflictAnswerIsNotKeptForRepeats() {
        try (TestServer server = TestServer.ephemeral()) {
            Claims claims = new Claims(server);
            claims.create("r", 60);
            claims.create("r", 60);
            String poll = "{\"status\":\"active\"}";
            assertThat(claims.patch(2, poll, "Idempotency-Key", "poll").status())
                    .isEqualTo(409);
            claims.status(1, "released");
            assertThat(claims.patch(2, poll, "Idempotency-Key", "poll").status())
                    .isEqualTo(200);
        }
    }
}
