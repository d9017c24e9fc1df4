package io.holdfast.server.auth.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSVerifier;
import io.holdfast.core.value.Actor;
import io.holdfast.server.auth.Names;
import io.holdfast.server.auth.Principal;
import java.text.ParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validates access tokens. The signature is checked first, so that a client without a signed token
 * learns nothing about the other rules. Key locations in a token ({@code jku}, {@code x5u},
 * {@code jwk}) are ignored: only the configured issuer's keys are used.
 */
final class TokenRules {

    /** The allowed clock skew between issuer and server. */
    static final long SKEW_MILLIS = 30_000;

    /** Large enough for any token, and small enough to avoid an overflow. */
    private static final double SECONDS_MAX = 1e12;

    private static final Set<String> TYPES = Set.of("jwt", "at+jwt");

    /** Values of the claim in which Keycloak names a token's type; access tokens have Bearer. */
    private static final Set<String> OTHER_PURPOSES = Set.of("id", "refresh", "offline", "logout");

    private final OidcOptions options;

    TokenRules(OidcOptions options) {
        this.options = options;
    }

    TokenVerdict judge(AccessToken token, KeySet keys, long nowMillis) {
        if (!KeySet.ALGORITHMS.contains(token.algorithm())) {
            return TokenVerdict.ALGORITHM;
        }
        if (token.header().containsKey("crit")) {
            return TokenVerdict.CRITICAL;
        }
        if (token.header().get("typ") instanceof String type
                && !TYPES.contains(lower(type).replaceFirst("^application/", ""))) {
            return TokenVerdict.TYPE;
        }
        try {
            JWSObject signed = JWSObject.parse(token.text());
            List<JWSVerifier> verifiers = keys.find(signed.getHeader());
            if (verifiers.isEmpty()) {
                return TokenVerdict.UNKNOWN_KEY;
            }
            if (!isSigned(signed, verifiers)) {
                return TokenVerdict.SIGNATURE;
            }
            Map<String, Object> claims = signed.getPayload().toJSONObject();
            return claims == null ? TokenVerdict.MALFORMED : judgeClaims(claims, nowMillis);
        } catch (ParseException | IllegalArgumentException e) {
            return TokenVerdict.MALFORMED;
        }
    }

    private static boolean isSigned(JWSObject signed, List<JWSVerifier> verifiers) {
        for (JWSVerifier verifier : verifiers) {
            try {
                if (verifier.verify(
                        signed.getHeader(), signed.getSigningInput(), signed.getSignature())) {
                    return true;
                }
            } catch (JOSEException e) {
                // For example a signature of the wrong length: it is not made with this key.
            }
        }
        return false;
    }

    private TokenVerdict judgeClaims(Map<String, Object> claims, long nowMillis) {
        if (!options.issuer().equals(claims.get("iss"))) {
            return TokenVerdict.ISSUER;
        }
        if (!isForUs(claims.get("aud"))) {
            return TokenVerdict.AUDIENCE;
        }
        Long expiresMillis = millis(claims.get("exp"));
        if (expiresMillis == null) {
            return TokenVerdict.ENDLESS;
        }
        if (nowMillis >= expiresMillis + SKEW_MILLIS) {
            return TokenVerdict.EXPIRED;
        }
        // Optional, because most issuers, including Keycloak, omit it.
        if (claims.containsKey("nbf")) {
            Long beginsMillis = millis(claims.get("nbf"));
            if (beginsMillis == null || nowMillis < beginsMillis - SKEW_MILLIS) {
                return TokenVerdict.EARLY;
            }
        }
        if (claims.get("typ") instanceof String purpose
                && OTHER_PURPOSES.contains(lower(purpose))) {
            return TokenVerdict.TYPE;
        }
        // A stolen token must not be usable without its key, which is not checked here.
        if (claims.containsKey("cnf")) {
            return TokenVerdict.BOUND;
        }
        return named(claims, expiresMillis + SKEW_MILLIS);
    }

    private boolean isForUs(@Nullable Object audience) {
        return switch (audience) {
            case String one -> options.audiences().contains(one);
            case List<?> many -> many.stream().anyMatch(options.audiences()::contains);
            case null, default -> false;
        };
    }

    private static @Nullable Long millis(@Nullable Object seconds) {
        return seconds instanceof Number number && Math.abs(number.doubleValue()) < SECONDS_MAX
                ? (long) (number.doubleValue() * 1000)
                : null;
    }

    private TokenVerdict named(Map<String, Object> claims, long endsMillis) {
        String given = nameIn(claims);
        String name = given == null ? null : Names.principal(given);
        if (name == null) {
            return TokenVerdict.NAMELESS;
        }
        String tenant = Actor.DEFAULT_TENANT;
        if (options.tenantClaim() != null) {
            String text = options.tenantClaim().one(claims);
            tenant = text == null ? null : Names.tenant(text);
            if (tenant == null) {
                return TokenVerdict.NO_TENANT;
            }
        }
        List<String> words =
                options.rolesClaim() == null ? List.of() : options.rolesClaim().words(claims);
        return new TokenVerdict.Good(
                new Principal(name, true, null, tenant, options.roles().of(words)), endsMillis);
    }

    /**
     * Returns the principal's name. The client's name is used only if the token is about the
     * client: in a person's token it names the program, and all persons would become one principal.
     */
    private @Nullable String nameIn(Map<String, Object> claims) {
        if (options.nameClaim() != null) {
            return options.nameClaim().one(claims);
        }
        if (claims.get("preferred_username") instanceof String username && !username.isEmpty()) {
            return username;
        }
        if (claims.get("sub") instanceof String subject && !subject.isEmpty()) {
            return subject;
        }
        Object client =
                claims.containsKey("client_id") ? claims.get("client_id") : claims.get("azp");
        return client instanceof String text && !text.isEmpty() ? text : null;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
