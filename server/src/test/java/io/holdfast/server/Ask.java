package io.holdfast.server;

import io.holdfast.core.command.KeyKind;

/**
 * One request about a key, before a transport puts it into words.
 *
 * @param timeoutSeconds how long it may wait
 * @param limit the slots of a semaphore
 * @param leaseSeconds the lease; 0 where the request names none
 * @param token the token to release or renew; empty elsewhere
 */
record Ask(
        Verb verb,
        KeyKind kind,
        String key,
        long timeoutSeconds,
        int limit,
        long leaseSeconds,
        String token) {

    enum Verb {
        ACQUIRE,
        RELEASE,
        RENEW,
        ENQUEUE,
        WAIT
    }

    boolean ofLock() {
        return kind == KeyKind.LOCK;
    }
}
