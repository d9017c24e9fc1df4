package io.holdfast.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.TestServer;
import io.holdfast.server.Tokens;
import io.holdfast.server.auth.Role;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Checks what a client is told about itself. */
final class WhoAmITest {

    @TempDir
    Path directory;

    @Test
    void clientLearnsItsNameTenantAndHighestRole() {
        Tokens tokens = new Tokens(directory);
        String token = tokens.make("berta", null, "acme", Role.READER, Role.LOCK_BREAKER);
        try (TestServer server = TestServer.ephemeral("--tokens-file", tokens.path())) {
            JsonNode who = server.client()
                    .get("/v1/whoami", "Authorization", "Bearer " + token)
                    .json();

            assertThat(who.toString())
                    .isEqualTo("{\"authenticated\":true,\"name\":\"berta\",\"tenant\":\"acme\","
                            + "\"role\":\"lock-breaker\"}");
        }
    }

    @Test
    void clientWithoutAuthenticationMayDoEverything() {
        try (TestServer server = TestServer.ephemeral()) {
            JsonNode who = server.client().get("/v1/whoami").json();

            assertThat(who.path("authenticated").asBoolean()).isFalse();
            assertThat(who.path("role").asString()).isEqualTo("operator");
        }
    }
}
