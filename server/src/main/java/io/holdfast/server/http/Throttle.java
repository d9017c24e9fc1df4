package io.holdfast.server.http;

import io.holdfast.server.auth.AuthWatch;
import io.holdfast.server.auth.ConnectionLimit;

/**
 * What is done about those who ask too much, beside the rate of each address.
 *
 * @param principalPerSecond requests a second of one principal; 0 means no limit
 * @param principalBurst how many at once; 0 means the rate
 * @param seats how many connections each principal may have
 * @param watch what becomes of those who bring wrong credentials
 * @param clients how the address behind a request is found
 */
public record Throttle(
        int principalPerSecond,
        int principalBurst,
        ConnectionLimit seats,
        AuthWatch watch,
        ClientAddresses clients) {

    /** Nothing. */
    public static final Throttle NONE =
            new Throttle(0, 0, ConnectionLimit.UNLIMITED, AuthWatch.NONE, ClientAddresses.DIRECT);
}
