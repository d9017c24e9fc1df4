package io.holdfast.client;

import java.time.Duration;

/**
 * A session of the locks API. Its id is a secret: every client that knows it can use it.
 *
 * @param idleTimeout the server ends a session after twice this time without a request; zero if it
 *     never does
 */
public record SessionInfo(String id, Duration idleTimeout) {

    /** Shows no id. */
    @Override
    public String toString() {
        return "session with an idle timeout of " + idleTimeout.toSeconds() + " s";
    }
}
