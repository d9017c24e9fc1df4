package io.holdfast.server.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who is let in, before any handler.
 *
 * @param bearerToken the shared secret, trimmed; null switches authentication off and the Host
 *     guard on
 * @param corsOrigins the origins that browsers may call from; {@code *} for all, empty for off
 * @param ratePerSecond requests a second of one address; 0 means no limit
 * @param rateBurst how many at once; 0 means the rate
 * @param allowedHosts names, besides loopback and the bound address, that a Host header may carry
 */
public record EdgePolicy(
        @Nullable String bearerToken,
        List<String> corsOrigins,
        int ratePerSecond,
        int rateBurst,
        List<String> allowedHosts) {

    /** No token, no CORS, no rate limit, loopback names only. */
    public static final EdgePolicy LOCAL = new EdgePolicy(null, List.of(), 0, 0, List.of());

    public EdgePolicy {
        corsOrigins = List.copyOf(corsOrigins);
        allowedHosts = List.copyOf(allowedHosts);
        if (bearerToken != null && bearerToken.isBlank()) {
            throw new IllegalArgumentException("an empty token protects nothing");
        }
        if (ratePerSecond < 0 || rateBurst < 0) {
            throw new IllegalArgumentException("negative rate");
        }
    }

    /** The token never shows. */
    @Override
    public String toString() {
        return "EdgePolicy[bearerToken=" + (bearerToken == null ? "none" : "***")
                + ", corsOrigins=" + corsOrigins + ", ratePerSecond=" + ratePerSecond
                + ", rateBurst=" + rateBurst + ", allowedHosts=" + allowedHosts + "]";
    }
}
