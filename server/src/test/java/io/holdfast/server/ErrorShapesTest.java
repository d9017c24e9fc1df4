package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors that occur before a route is known have the shape of the API that the path belongs to. */
final class ErrorShapesTest {

    private static String reply(String request) {
        try (TestServer server = TestServer.ephemeral();
                RawClient client = new RawClient(server)) {
            client.send(request);
            return client.all();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/locks/a,     '{\"error\":'",
        "/v1/terraform/a, '{\"error\":'",
        "/v1/claims/,     '{\"message\":'",
        "/api/v1/faults,  '{\"error_code\":'",
        "/v1/nodes,       '{\"error\":{\"code\":'",
        "/nowhere,        '{\"error\":'"
    })
    void errorsInTheHeadHaveTheShapeOfTheApi(String path, String start) {
        String host = "Host: localhost\r\n";
        String longPath = path + "/" + "x".repeat(3_000);
        assertThat(reply("GET " + longPath + " HTTP/1.1\r\n" + host + "\r\n"))
                .startsWith("HTTP/1.1 414")
                .contains("\r\n\r\n" + start);
        assertThat(reply("GET " + path + " HTTP/1.1\r\n" + host + "X: " + "x".repeat(70_000)
                        + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431")
                .contains("\r\n\r\n" + start);
        assertThat(reply("GET " + path + " HTTP/1.1\r\nHost: a b\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .contains("\r\n\r\n" + start);
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/nowhere,             unknown path /v1/nowhere",
        "/v1/claims/1/nowhere,    unknown path /v1/claims/1/nowhere",
        "/api/v1/nowhere,         unknown path /api/v1/nowhere",
        "/l/nowhere/x/y,          unknown path /l/nowhere/x/y"
    })
    void unknownPathsAreNamedInEveryShape(String path, String detail) {
        try (TestServer server = TestServer.ephemeral()) {
            Reply reply = server.client().get(path);
            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.body()).contains(detail);
        }
    }
}
