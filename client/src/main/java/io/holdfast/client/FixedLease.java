package io.holdfast.client;

import java.time.Duration;

/**
 * A lock that was taken for a fixed time. The client does not renew it, and neither the end of its
 * session nor that of the process ends it earlier. {@link DistributedLock#renew} sets a new time,
 * and {@link DistributedLock#release} ends it.
 *
 * @param token the secret that proves the grant to the server; never log it
 * @param fence the number that rises with every grant of the server
 * @param ttl how long it lasts from when the server granted it
 * @param sentNanos when the request was sent, by {@link System#nanoTime()}: it certainly lasts
 *     until the ttl after this time
 */
public record FixedLease(String key, String token, long fence, Duration ttl, long sentNanos) {

    /** Shows no token. */
    @Override
    public String toString() {
        return "locks " + key + " for " + ttl + " with the fence " + fence;
    }
}
