package io.holdfast.server.http;

import io.holdfast.server.auth.Authenticators;
import io.holdfast.server.edge.Networks;
import io.holdfast.server.edge.Origins;

import java.util.List;

/**
 * Who is let in, before any handler.
 *
 * @param authenticators the ways in; where there is none nobody is asked who they are, and the Host
 *     guard is on
 * @param corsOrigins the origins that browsers may call from; {@code *} for all, empty for off
 * @param ratePerSecond requests a second of one address; 0 means no limit
 * @param rateBurst how many at once; 0 means the rate
 * @param allowedHosts names, besides loopback and the bound address, that a Host header may carry
 * @param throttle what is done about those who ask too much otherwise
 * @param origins by which names clients reach this server
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

    /** A policy that slows nobody but each address. */
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
