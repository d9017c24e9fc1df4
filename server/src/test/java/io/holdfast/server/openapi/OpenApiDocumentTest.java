package io.holdfast.server.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.server.Http;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Checks that the OpenAPI document and the server agree. */
final class OpenApiDocumentTest {

    /** OpenAPI has no other methods than HTTP's own, so others are extensions. */
    private static String method(String key) {
        return key.replaceFirst("^x-", "").toUpperCase(Locale.ROOT);
    }

    @Test
    void documentedAndServedRoutesAreTheSame() {
        Map<String, String> documented = new TreeMap<>();
        for (Map.Entry<String, JsonNode> path :
                Conformance.document().path("paths").properties()) {
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                documented.put(
                        method(operation.getKey()) + " " + path.getKey(),
                        operation.getValue().path("operationId").asString());
            }
        }
        try (TestServer server = TestServer.ephemeral()) {
            Map<String, String> served = new TreeMap<>();
            server.server()
                    .routes()
                    .forEach(route -> served.put(
                            route.method() + " " + route.template(), route.operationId()));

            assertThat(documented).isEqualTo(served);
        }
    }

    @Test
    void documentMarksRoutesWithoutAuthentication() {
        try (TestServer server = TestServer.ephemeral()) {
            server.server().routes().forEach(route -> {
                JsonNode operation = Conformance.document()
                        .path("paths")
                        .path(route.template())
                        .path(route.method().toLowerCase(Locale.ROOT));
                assertThat(operation.has("security"))
                        .as(route.template())
                        .isEqualTo(!route.authenticated());
            });
        }
    }

    @Test
    void everyReferenceResolves() {
        JsonNode document = Conformance.document();
        document.findValues("$ref")
                .forEach(reference -> assertThat(
                                document.at(reference.asString().substring(1)).isMissingNode())
                        .as(reference.asString())
                        .isFalse());
        assertThat(document.path("openapi").asString()).isEqualTo("3.1.0");
        assertThat(document.path("info").path("version").asString()).isEqualTo("2.0.0");
    }

    @Test
    void undocumentedReplyIsDetected() throws Exception {
        try (TestServer server = TestServer.ephemeral()) {
            Reply reply = new Reply(200, Http.get(server.client().base() + "/health"));

            Conformance.check("GET", "/health", reply);
            assertThatThrownBy(() -> Conformance.check("GET", "/v1/stats", reply))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("connections");
            assertThatThrownBy(() -> Conformance.check("POST", "/v1/locks/k/release", reply))
                    .hasMessageContaining("status");
        }
    }
}
