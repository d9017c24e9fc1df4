package io.holdfast.server.http;

import io.holdfast.server.auth.Authenticators;
import io.holdfast.server.net.Networks;

import java.util.List;

/**
 * Authentication, CORS and rate limits, applied before any handler.
 *
 * @param authenticators if there is none, requests are not authenticated and the Host guard is on
 * @param corsOrigins the origins that browsers may call from; {@code *} for all, empty for off
 * @param ratePerSecond requests per second and address; 0 means no limit
 * @param rateBurst burst size; 0 means the rate
 * @param allowedHosts names, besides loopback and the bound address, allowed in a Host header
 * @param throttle further limits
 * @param origins the names by which clients reach this server
 */
public record EdgePolicy(
        Authenticators authenticators,
        List<String> corsOrigins,
        int ratePerSecond,
        int rateBurst,
        List<String> allowedHosts,
        Throttle throttle,
        Origins origins) {

    /** No authentication, no CORS, no rate limit, loopback names only. */
    public static final EdgePolicy LOCAL =
            new EdgePolicy(Authenticators.NONE, List.of(), 0, 0, List.of());

    /** A policy that trusts no proxy. */
    public EdgePolicy(
            Authenticators authenticators,
            List<String> corsOrigins,
            int ratePerSecond,
            int rateBurst,
            List<String> allowedHosts,
            Throttle throttle) {
        this(
                authenticators,
                corsOrigins,
                ratePerSecond,
                rateBurst,
                allowedHosts,
                throttle,
                new Origins(Networks.NONE, false));
    }

    /** A policy that limits the rate per address only. */
    public EdgePolicy(
            Authenticators authenticators,
            List<String> corsOrigins,
            int ratePerSecond,
            int rateBurst,
            List<String> allowedHosts) {
        this(authenticators, corsOrigins, ratePerSecond, rateBurst, allowedHosts, Throttle.NONE);
    }

    public EdgePolicy {
        corsOrigins = List.copyOf(corsOrigins);
        allowedHosts = List.copyOf(allowedHosts);
        if (ratePerSecond < 0 || rateBurst < 0) {
            throw new IllegalArgumentException("negative rate");
        }
    }
}
