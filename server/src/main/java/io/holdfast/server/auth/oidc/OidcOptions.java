package io.holdfast.server.auth.oidc;

import io.holdfast.server.auth.RoleMap;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whose tokens are believed, and what is read from them.
 *
 * @param issuer exactly as it stands in the tokens
 * @param audiences of which a token must name one
 * @param keysUrl where the keys are; null where the issuer's own document says it
 * @param nameClaim what the principal is called; null for the usual ones
 * @param tenantClaim null where all are of one tenant
 * @param rolesClaim null where the role map's otherwise holds for all
 * @param ca PEM certificates to trust instead of the JDK's; null for the JDK's
 * @param allowPrivate whether the issuer may be at an address that is not public
 */
public record OidcOptions(
        String issuer,
        Set<String> audiences,
        @Nullable URI keysUrl,
        @Nullable ClaimPath nameClaim,
        @Nullable ClaimPath tenantClaim,
        @Nullable ClaimPath rolesClaim,
        RoleMap roles,
        @Nullable Path ca,
        boolean allowPrivate) {

    private static final String DISCOVERY = "/.well-known/openid-configuration";

    public OidcOptions {
        audiences = Set.copyOf(audiences);
        if (issuer.isBlank() || audiences.isEmpty()) {
            // One that is missing would be one that is not checked.
            throw new IllegalArgumentException("an issuer and an audience are needed");
        }
        check(URI.create(issuer), allowPrivate);
        if (keysUrl != null) {
            check(keysUrl, allowPrivate);
        }
    }

    /**
     * Refuses addresses that are never asked.
     *
     * @throws IllegalArgumentException whose message says what is wrong with it
     */
    public static void check(URI uri, boolean allowPrivate) {
        boolean secure = "https".equalsIgnoreCase(uri.getScheme());
        if (!secure && !(allowPrivate && "http".equalsIgnoreCase(uri.getScheme()))) {
            throw new IllegalArgumentException("does not begin with https://");
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("has no host");
        }
        if (uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("has a user or a fragment in it");
        }
    }

    /** Where the issuer says where its keys are. */
    URI discoveryUrl() {
        String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        return URI.create(base + DISCOVERY);
    }
}
