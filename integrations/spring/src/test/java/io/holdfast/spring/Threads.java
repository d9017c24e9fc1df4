package io.holdfast.spring;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Threads of tests, which end with the test. */
final class Threads {

    private Threads() {}

    /** Runs the work on a thread of its own and returns its result. */
    static <T> CompletableFuture<T> start(Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> run(work, result));
        return result.orTimeout(60, TimeUnit.SECONDS);
    }

    /** Runs the work on another thread and waits for it. */
    static <T> T elsewhere(Callable<T> work) {
        try {
            return start(work).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static <T> void run(Callable<T> work, CompletableFuture<T> result) {
        try {
            result.complete(work.call());
        } catch (Throwable e) {
            result.completeExceptionally(e);
        }
    }
}
