package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests a whole server's limits, in each API's error format. */
@OneNode("rates and caps of connections are each node's own")
final class RateLimitsTest {

    private static final String TOKEN = "s3cret";
    private static final int MANY = 25;

    private static HttpResponse<String> ask(TestServer server, String path, String token)
            throws IOException {
        String url = "http://127.0.0.1:" + server.httpPort() + path;
        return Http.get(url, "Authorization", "Bearer " + token);
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/stats, 429, error",
        "/l/4f1b6e0a-7d0e-4ac8-9a3c-3f0b7f1f9d11, 429, error",
        "/v1/claims/, 503, message",
        "/api/v1/components, 429, error_code",
        "/v1/nodes/n-1, 429, error"
    })
    void rateLimitErrorHasTheApisOwnShape(String path, int status, String field) throws Exception {
        try (TestServer server = TestServer.ephemeral(
                "--auth-token",
                TOKEN,
                "--http-rate-limit-per-ip",
                "1",
                "--rate-limit-per-principal",
                "1")) {
            HttpResponse<String> refused = ask(server, path, TOKEN);
            for (int i = 0; i < MANY && refused.statusCode() != status; i++) {
                refused = ask(server, path, TOKEN);
            }
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(status);
            assertThat(refused.headers().firstValue("Retry-After").orElse(""))
                    .matches("[1-9][0-9]*");
            assertThat(refused.body()).contains("\"" + field + "\"");
        }
    }

    @Test
    void authenticationFailuresAreCountedAndAudited() throws Exception {
        try (TestServer server = TestServer.ephemeral("--auth-token", TOKEN)) {
            assertThat(ask(server, "/v1/stats", "wrong").statusCode()).isEqualTo(401);
            try (LineClient line = server.connect()) {
                assertThat(line.ask("auth", "_", "wrong")).isEqualTo("error_auth");
            }
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(ask(server, "/metrics", TOKEN).body())
                                    .contains("holdfast_auth_failures_total 2.0")
                                    .containsPattern("holdfast_audit_lines_total [2-9]"));
        }
    }

    @Test
    void lineProtocolGuessesCountForHttp() throws Exception {
        try (TestServer server =
                TestServer.ephemeral("--auth-token", TOKEN, "--auth-failures-per-ip", "1")) {
            int status = 200;
            for (int i = 0; i < 10 * MANY && status != 429; i++) {
                try (LineClient line = server.connect()) {
                    assertThat(line.ask("auth", "_", "guess" + i)).isEqualTo("error_auth");
                }
                status = i < MANY ? 200 : ask(server, "/v1/stats", TOKEN).statusCode();
            }
            assertThat(status).isEqualTo(429);
        }
    }

    @Test
    void unauthenticatedLineConnectionsHaveTheirOwnCap() {
        try (TestServer server = TestServer.ephemeral(
                "--auth-token", TOKEN, "--max-unauthenticated-connections", "2")) {
            LineClient known = server.connect();
            assertThat(known.ask("auth", "_", TOKEN)).isEqualTo("ok");
            LineClient first = server.connect();
            LineClient second = server.connect();
            Awaitility.await().until(() -> {
                LineClient third = server.connect();
                return third.lineOrEnd() == null;
            });
            assertThat(known.ask("ping", "_", "_")).isEqualTo("ok");
            assertThat(first.ask("auth", "_", TOKEN)).isEqualTo("ok");
            // The cap now allows another connection.
            assertThat(server.connect().ask("auth", "_", TOKEN)).isEqualTo("ok");
            assertThat(second.ask("auth", "_", TOKEN)).isEqualTo("ok");
        }
    }

    @Test
    void connectionsPerPrincipalAreLimited() {
        try (TestServer server = TestServer.ephemeral(
                "--auth-token", TOKEN, "--max-connections-per-principal", "1")) {
            LineClient first = server.connect();
            assertThat(first.ask("auth", "_", TOKEN)).isEqualTo("ok");
            assertThat(server.connect().ask("auth", "_", TOKEN)).isEqualTo("error_auth");
            first.close();
            Awaitility.await().until(() -> {
                LineClient next = server.connect();
                return next.ask("auth", "_", TOKEN).equals("ok");
            });
        }
    }
}
