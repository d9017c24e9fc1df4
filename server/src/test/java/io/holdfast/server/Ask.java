package io.holdfast.server;

import io.holdfast.core.value.KeyKind;

/**
 * One request for a key, independent of the transport.
 *
 * @param timeoutSeconds the maximum wait
 * @param limit a semaphore's number of slots
 * @param leaseSeconds the lease; 0 if the request names none
 * @param token the token to release or renew, otherwise empty
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
