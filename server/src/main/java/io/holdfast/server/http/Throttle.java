package io.holdfast.server.http;

import io.holdfast.server.auth.AuthWatch;
import io.holdfast.server.auth.ConnectionLimit;

/**
 * Limits besides the rate per address.
 *
 * @param principalPerSecond requests per second and principal; 0 means no limit
 * @param principalBurst burst size; 0 means the rate
 * @param seats the connection limit per principal
 * @param watch tracks failed authentication
 * @param clients determines the client address of a request
 */
public record Throttle(
        int principalPerSecond,
        int principalBurst,
        ConnectionLimit seats,
        AuthWatch watch,
        ClientAddresses clients) {

    /** No limits. */
    public static final Throttle NONE =
            new Throttle(0, 0, ConnectionLimit.UNLIMITED, AuthWatch.NONE, ClientAddresses.DIRECT);
}
