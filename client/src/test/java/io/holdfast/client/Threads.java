package io.holdfast.client;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Starts threads whose failures the test sees. */
final class Threads {

    private Threads() {}

    static CompletableFuture<Void> start(Runnable task) {
        return CompletableFuture.runAsync(
                task, run -> Thread.ofPlatform().daemon().start(run));
    }

    /** Starts a task with a result that may wait. */
    static <T> CompletableFuture<T> supply(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                result.complete(task.call());
            } catch (Exception | AssertionError e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    static CompletableFuture<Void> virtual(Runnable task) {
        return CompletableFuture.runAsync(task, run -> Thread.ofVirtual().start(run));
    }
}
