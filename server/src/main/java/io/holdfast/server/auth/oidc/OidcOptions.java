package io.holdfast.server.auth.oidc;

import io.holdfast.server.auth.RoleMap;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The accepted issuer, and the claims that are read from its tokens.
 *
 * @param issuer exactly as in the tokens
 * @param audiences the accepted audiences
 * @param keysUrl the URL of the keys; null to use the discovery document
 * @param nameClaim the claim with the principal's name; null for the standard claims
 * @param tenantClaim null if all principals belong to the default tenant
 * @param rolesClaim null if all principals have the role map's default
 * @param ca PEM certificates to trust instead of the JDK's; null for the JDK's
 * @param allowPrivate whether the issuer may have a private address
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
            // A missing value would not be checked.
            throw new IllegalArgumentException("an issuer and an audience are required");
        }
        check(URI.create(issuer), allowPrivate);
        if (keysUrl != null) {
            check(keysUrl, allowPrivate);
        }
    }

    /**
     * Rejects URLs that must never be fetched.
     *
     * @throws IllegalArgumentException with a message that says what is wrong
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
            throw new IllegalArgumentException("contains a user or a fragment");
        }
    }

    /** Returns the URL of the issuer's discovery document. */
    URI discoveryUrl() {
        String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        return URI.create(base + DISCOVERY);
    }
}
