package io.holdfast.server.auth.oidc;

import static io.holdfast.server.auth.oidc.Bench.admitted;
import static io.holdfast.server.auth.oidc.Bench.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.auth.Role;
import io.holdfast.server.auth.RoleMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests which claims name a token's principal, tenant and roles. */
final class TokenNamesTest {

    private final Bench bench = new Bench();

    @AfterEach
    void close() {
        bench.close();
    }

    private OidcOptions reading(String name, String tenant, String roles) {
        OidcOptions base = bench.options();
        return new OidcOptions(
                base.issuer(),
                base.audiences(),
                null,
                name.isEmpty() ? null : new ClaimPath(name),
                tenant.isEmpty() ? null : new ClaimPath(tenant),
                new ClaimPath(roles),
                RoleMap.parse(List.of("locks:write=user"), Set.of()),
                null,
                true);
    }

    @Test
    void tokenWithSubjectIsNotNamedAfterItsClient() {
        bench.start();

        assertThat(admitted(bench.decideOn(claims -> claims.claim("preferred_username", null)
                                .claim("azp", "portal")
                                .claim("client_id", "portal")))
                        .name())
                .isEqualTo("8c2f");
    }

    @Test
    void tokenWithoutSubjectIsNamedAfterItsClient() {
        bench.start();

        assertThat(admitted(bench.decideOn(claims -> claims.claim("preferred_username", null)
                                .subject(null)
                                .claim("azp", "portal")
                                .claim("client_id", "builder")))
                        .name())
                .isEqualTo("builder");
        assertThat(admitted(bench.decideOn(claims -> claims.claim("preferred_username", null)
                                .subject(null)
                                .claim("azp", "portal")))
                        .name())
                .isEqualTo("portal");
        assertRefused(
                bench.decideOn(
                        claims -> claims.claim("preferred_username", null).subject(null)),
                TokenVerdict.NAMELESS);
    }

    @Test
    void configuredNameClaimIsRequired() {
        bench.start(reading("email", "", "scope"));

        assertThat(admitted(bench.decideOn(claims -> claims.claim("email", "alice@example.org")))
                        .name())
                .isEqualTo("alice@example.org");
        assertRefused(bench.decideOn(claims -> {}), TokenVerdict.NAMELESS);
        assertRefused(
                bench.decideOn(claims -> claims.claim("email", List.of("a@b"))),
                TokenVerdict.NAMELESS);
        assertRefused(
                bench.decideOn(claims -> claims.claim("email", "a b\n")), TokenVerdict.NAMELESS);
    }

    @Test
    void tokenWithoutTenantIsRejected() {
        bench.start(reading("", "org.id", "scope"));

        assertThat(admitted(bench.decideOn(claims -> claims.claim("org", Map.of("id", "physics"))))
                        .tenant())
                .isEqualTo("physics");
        assertRefused(bench.decideOn(claims -> {}), TokenVerdict.NO_TENANT);
        assertRefused(
                bench.decideOn(claims -> claims.claim("org", Map.of("id", "../x"))),
                TokenVerdict.NO_TENANT);
    }

    @Test
    void rolesAreReadFromScopeWords() {
        bench.start(reading("", "", "scope"));

        assertThat(admitted(bench.decideOn(claims -> claims.claim("scope", "openid locks:write")))
                        .is(Role.USER))
                .isTrue();
        assertThat(admitted(bench.decideOn(claims -> claims.claim("scope", "openid")))
                        .roles())
                .isEmpty();
        assertThat(admitted(bench.decideOn(claims -> claims.claim("scope", 7))).roles())
                .isEmpty();
    }

    @Test
    void claimNameMayContainDots() {
        bench.start(reading("", "", "https://example.org/roles"));

        assertThat(admitted(bench.decideOn(claims ->
                                claims.claim("https://example.org/roles", List.of("locks:write"))))
                        .is(Role.USER))
                .isTrue();
    }
}
