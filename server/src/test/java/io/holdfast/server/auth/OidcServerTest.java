package io.holdfast.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import io.holdfast.server.FakeClock;
import io.holdfast.server.LineClient;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import io.holdfast.server.auth.oidc.Issuer;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests a whole server that accepts an issuer's tokens, through each API. */
final class OidcServerTest {

    private final FakeClock clock = new FakeClock();
    private final Issuer issuer = Issuer.start();
    private final TestServer server = TestServer.ephemeralAt(
            clock,
            "--oidc-issuer",
            issuer.url(),
            "--oidc-audience",
            "holdfast",
            "--oidc-allow-private",
            "--oidc-roles-claim",
            "realm_access.roles",
            "--oidc-role-map",
            "lock-readers=reader,lock-users=user,lock-admins=admin");

    @AfterEach
    void close() {
        server.close();
        issuer.close();
    }

    private String bearer(String role, Consumer<JWTClaimsSet.Builder> change) {
        return "Bearer "
                + issuer.token(clock.wallMillis(), claims -> {
                    claims.claim("realm_access", Map.of("roles", List.of(role)));
                    change.accept(claims);
                });
    }

    private String bearer(String role) {
        return bearer(role, claims -> {});
    }

    private Reply claim(String authorization) {
        return server.client()
                .post(
                        "/v1/claims/",
                        "{\"resource\":\"r\",\"ttl\":60}",
                        "Authorization",
                        authorization);
    }

    @Test
    void accessTokenIsAcceptedByLocksApi() {
        Reply session =
                server.client().post("/v1/sessions", "", "Authorization", bearer("lock-users"));
        assertThat(session.status()).isEqualTo(200);
        Reply lock = server.client()
                .post(
                        "/v1/locks/k",
                        "{\"acquire_timeout_s\":0}",
                        "Authorization",
                        bearer("lock-users"),
                        "X-Dflockd-Session",
                        session.text("session_id"));
        assertThat(lock.status()).isEqualTo(200);
    }

    @Test
    void claimIsReleasedByCreatorAndRevokedByAdminOnly() {
        Reply made = claim(bearer("lock-users"));
        assertThat(made.status()).isEqualTo(201);
        String path = made.header("Location").orElseThrow().replaceFirst("^http://[^/]*", "");
        String release = "{\"status\":\"released\"}";
        String bob = bearer("lock-users", claims -> claims.claim("preferred_username", "bob"));

        assertThat(server.client()
                        .ask("PATCH", path, release, "Authorization", bob)
                        .status())
                .isEqualTo(403);
        assertThat(server.client()
                        .ask(
                                "PATCH",
                                path,
                                "{\"status\":\"revoked\"}",
                                "Authorization",
                                bearer("lock-users"))
                        .status())
                .isEqualTo(403);
        assertThat(server.client()
                        .ask(
                                "PATCH",
                                path,
                                "{\"status\":\"revoked\"}",
                                "Authorization",
                                bearer("lock-admins"))
                        .status())
                .isEqualTo(204);
    }

    @Test
    void accessTokenAuthenticatesLineProtocol() {
        try (LineClient client = server.connect()) {
            String token = bearer("lock-users").substring("Bearer ".length());
            assertThat(client.ask("auth", "_", token)).isEqualTo("ok");
            assertThat(client.ask("l", "k", "0")).startsWith("ok ");
        }
        try (LineClient client = server.connect()) {
            assertThat(client.ask("auth", "_", "not.a.token")).isEqualTo("error_auth");
        }
    }

    @Test
    void rolesAuthorizeRequests() {
        assertThat(claim(bearer("lock-readers")).status()).isEqualTo(403);
        assertThat(server.client()
                        .get("/v1/claims/", "Authorization", bearer("lock-readers"))
                        .status())
                .isEqualTo(200);
        assertThat(server.client()
                        .get("/v1/claims/", "Authorization", bearer("something-else"))
                        .status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource({
        "exp,1000,the token is expired",
        "aud,account,the token is meant for another audience",
        "iss,https://other.example.org,the token is of another issuer",
        "nbf,99999999999,the token is not valid yet"
    })
    void rejectionNamesTheReasonWithoutTheToken(String name, String value, String why) {
        Object given = value.matches("\\d+") ? (Object) Long.valueOf(value) : value;
        String authorization = bearer("lock-users", claims -> claims.claim(name, given));
        Reply reply = claim(authorization);

        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.header("WWW-Authenticate").orElseThrow()).startsWith("Bearer");
        assertThat(reply.body()).contains(why).doesNotContain(authorization.substring(7, 40));
    }

    @Test
    void tokenExpiresOnAnOpenConnection() {
        String soon =
                bearer("lock-users", claims -> claims.claim("exp", clock.wallMillis() / 1000 + 10));
        assertThat(claim(soon).status()).isEqualTo(201);
        assertThat(claim(soon).status()).isEqualTo(202);
        clock.advanceSeconds(40);
        assertThat(claim(soon).status()).isEqualTo(401);
    }

    @Test
    void unavailableIssuerYields503() {
        try (Issuer down = Issuer.start()) {
            down.publish();
            try (TestServer other = TestServer.ephemeralAt(
                    clock,
                    "--oidc-issuer",
                    down.url(),
                    "--oidc-audience",
                    "holdfast",
                    "--oidc-allow-private")) {
                Reply reply = other.client()
                        .post(
                                "/v1/claims/",
                                "{\"resource\":\"r\",\"ttl\":60}",
                                "Authorization",
                                "Bearer " + down.token(clock.wallMillis(), claims -> {}));

                assertThat(reply.status()).isEqualTo(503);
                assertThat(reply.header("Retry-After")).isPresent();
                assertThat(reply.body()).contains("the issuer of tokens does not answer");
            }
        }
    }
}
