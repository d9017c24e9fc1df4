package io.holdfast.server.auth.oidc;

import com.nimbusds.jose.util.JSONObjectUtils;

import java.io.IOException;
import java.net.URI;
import java.text.ParseException;
import java.util.Map;

/**
 * Fetches the issuer's keys from the configured URL or, without one, from the URL in the discovery
 * document. That document must name the configured issuer.
 */
final class KeySource {

    private final OidcOptions options;
    private final Fetcher fetcher;

    KeySource(OidcOptions options, Fetcher fetcher) {
        this.options = options;
        this.fetcher = fetcher;
    }

    /** Blocks on the network, so it needs a thread of its own. */
    KeySet load() throws IOException, InterruptedException {
        URI keysUrl = options.keysUrl() == null ? discover() : options.keysUrl();
        String json = fetcher.get(keysUrl);
        try {
            return KeySet.parse(json);
        } catch (ParseException e) {
            throw new IOException(keysUrl + " is not a valid key set: " + e.getMessage(), e);
        }
    }

    private URI discover() throws IOException, InterruptedException {
        URI document = options.discoveryUrl();
        String json = fetcher.get(document);
        try {
            Map<String, Object> found = JSONObjectUtils.parse(json);
            if (!options.issuer().equals(found.get("issuer"))) {
                throw new IOException(document + " names another issuer than " + options.issuer());
            }
            URI keysUrl = URI.create(String.valueOf(found.get("jwks_uri")));
            OidcOptions.check(keysUrl, options.allowPrivate());
            return keysUrl;
        } catch (ParseException e) {
            throw new IOException(document + " is not JSON", e);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "the jwks_uri in " + document + " is invalid: " + e.getMessage(), e);
        }
    }
}
