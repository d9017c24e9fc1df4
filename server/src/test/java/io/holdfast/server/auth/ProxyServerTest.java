package io.holdfast.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import org.junit.jupiter.api.Test;

/** Tests a whole server behind an authenticating proxy. */
final class ProxyServerTest {

    private static TestServer behind(String networks, String... more) {
        String[] flags = new String[more.length + 4];
        flags[0] = "--proxy-auth-header";
        flags[1] = "X-Remote-User";
        flags[2] = "--proxy-auth-from";
        flags[3] = networks;
        System.arraycopy(more, 0, flags, 4, more.length);
        return TestServer.ephemeral(flags);
    }

    private static Reply claim(TestServer server, String... headers) {
        return server.client().post("/v1/claims/", "{\"resource\":\"r\",\"ttl\":60}", headers);
    }

    @Test
    void claimBelongsToThePersonNamedByTheProxy() {
        try (TestServer server = behind("127.0.0.1,::1")) {
            Reply made = claim(server, "X-Remote-User", "alice@example.org");
            assertThat(made.status()).isEqualTo(201);
            String path = made.header("Location").orElseThrow().replaceFirst("^http://[^/]*", "");
            String release = "{\"status\":\"released\"}";

            assertThat(server.client()
                            .ask("PATCH", path, release, "X-Remote-User", "alice@example.com")
                            .status())
                    .isEqualTo(403);
            assertThat(server.client()
                            .ask("PATCH", path, release, "X-Remote-User", "alice@example.org")
                            .status())
                    .isEqualTo(204);
        }
    }

    @Test
    void requestWithoutHeaderIsUnauthorized() {
        try (TestServer server = behind("127.0.0.1,::1")) {
            assertThat(claim(server).status()).isEqualTo(401);
            assertThat(claim(server, "X-Remote-User", "").status()).isEqualTo(401);
            assertThat(claim(server, "Authorization", "Basic YWxpY2U6eA==").status())
                    .isEqualTo(401);
        }
    }

    @Test
    void repeatedHeaderIsRejected() {
        try (TestServer server = behind("127.0.0.1,::1")) {
            Reply reply = claim(server, "X-Remote-User", "alice", "X-Remote-User", "bob");

            assertThat(reply.status()).isEqualTo(401);
            assertThat(reply.body()).contains("more than once");
        }
    }

    @Test
    void headerFromUntrustedAddressIsRejectedEvenWithValidToken() {
        try (TestServer server = behind("192.0.2.0/24", "--auth-token", "s3cret-token")) {
            String[] shared = {"Authorization", "Bearer s3cret-token"};
            assertThat(claim(server, shared).status()).isEqualTo(201);
            // The token is already cached for this connection; the header must still be checked.
            Reply reply = claim(server, shared[0], shared[1], "X-Remote-User", "alice");

            assertThat(reply.status()).isEqualTo(401);
            assertThat(reply.body()).contains("was not sent by a trusted proxy");
            assertThat(claim(server, shared).status()).isEqualTo(202);
        }
    }

    @Test
    void crossSiteRequestCannotUseAmbientCredentials() {
        try (TestServer server = behind("127.0.0.1,::1")) {
            String[] ambient = {
                "X-Remote-User",
                "alice",
                "Authorization",
                "Basic YWxpY2U6eA==",
                "Sec-Fetch-Site",
                "cross-site"
            };
            assertThat(claim(server, ambient).status()).isEqualTo(403);
        }
    }
}
