package io.holdfast.server;

import io.holdfast.core.value.KeyKind;
import io.holdfast.server.Ask.Verb;

import java.util.concurrent.CompletableFuture;

/**
 * A client of locks and semaphores: an HTTP session or a line protocol connection. Tests that use
 * it run over both.
 */
public sealed interface Party extends AutoCloseable permits HttpParty, LineParty {

    /** Sends a request without waiting. Every reply is checked for its transport's format. */
    CompletableFuture<Answer> start(Ask ask);

    /** Ends the session or the connection; returns when the server has noticed. */
    void leave();

    @Override
    void close();

    /** Tries to acquire a lock without waiting. */
    default Answer lock(String key) {
        return Client.await(lockWithin(key, 0));
    }

    default Answer lock(String key, long leaseSeconds) {
        return Client.await(lockWithin(key, 0, leaseSeconds));
    }

    /** Waits for a lock. */
    default CompletableFuture<Answer> lockWithin(String key, long seconds) {
        return lockWithin(key, seconds, 0);
    }

    default CompletableFuture<Answer> lockWithin(String key, long seconds, long leaseSeconds) {
        return start(new Ask(Verb.ACQUIRE, KeyKind.LOCK, key, seconds, 1, leaseSeconds, ""));
    }

    default Answer semaphore(String key, int limit) {
        return Client.await(semaphoreWithin(key, limit, 0));
    }

    default Answer semaphore(String key, int limit, long leaseSeconds) {
        return Client.await(
                start(new Ask(Verb.ACQUIRE, KeyKind.SEMAPHORE, key, 0, limit, leaseSeconds, "")));
    }

    default CompletableFuture<Answer> semaphoreWithin(String key, int limit, long seconds) {
        return start(new Ask(Verb.ACQUIRE, KeyKind.SEMAPHORE, key, seconds, limit, 0, ""));
    }

    default Answer enqueue(String key) {
        return enqueue(key, 0);
    }

    default Answer enqueue(String key, long leaseSeconds) {
        return Client.await(
                start(new Ask(Verb.ENQUEUE, KeyKind.LOCK, key, 0, 1, leaseSeconds, "")));
    }

    default Answer enqueueSemaphore(String key, int limit) {
        return Client.await(start(new Ask(Verb.ENQUEUE, KeyKind.SEMAPHORE, key, 0, limit, 0, "")));
    }

    default CompletableFuture<Answer> waitFor(String key, long seconds) {
        return start(new Ask(Verb.WAIT, KeyKind.LOCK, key, seconds, 1, 0, ""));
    }

    /** Collects its enqueued place without waiting. */
    default Answer collect(String key) {
        return Client.await(waitFor(key, 0));
    }

    default Answer collectSemaphore(String key) {
        return Client.await(start(new Ask(Verb.WAIT, KeyKind.SEMAPHORE, key, 0, 1, 0, "")));
    }

    default Answer release(String key, String token) {
        return Client.await(startRelease(key, token));
    }

    default CompletableFuture<Answer> startRelease(String key, String token) {
        return start(new Ask(Verb.RELEASE, KeyKind.LOCK, key, 0, 1, 0, token));
    }

    default Answer releaseSemaphore(String key, String token) {
        return Client.await(start(new Ask(Verb.RELEASE, KeyKind.SEMAPHORE, key, 0, 1, 0, token)));
    }

    default Answer renew(String key, String token) {
        return renew(key, token, 0);
    }

    default Answer renew(String key, String token, long leaseSeconds) {
        return Client.await(
                start(new Ask(Verb.RENEW, KeyKind.LOCK, key, 0, 1, leaseSeconds, token)));
    }

    default Answer renewSemaphore(String key, String token, long leaseSeconds) {
        return Client.await(
                start(new Ask(Verb.RENEW, KeyKind.SEMAPHORE, key, 0, 1, leaseSeconds, token)));
    }
}
