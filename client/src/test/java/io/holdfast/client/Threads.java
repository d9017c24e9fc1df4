package io.holdfast.client;

import java.util.concurrent.CompletableFuture;

/** Starts threads whose failures the test sees. */
final class Threads {

    private Threads() {}

    static CompletableFuture<Void> start(Runnable task) {
        return CompletableFuture.runAsync(
                task, run -> Thread.ofPlatform().daemon().start(run));
    }

    static CompletableFuture<Void> virtual(Runnable task) {
        return CompletableFuture.runAsync(task, run -> Thread.ofVirtual().start(run));
    }
}
