package io.holdfast.log.engine;

import io.holdfast.core.bytes.NewerFormatException;
import io.holdfast.log.Group;
import io.holdfast.log.RemovedException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for the lane on the thread that starts or closes the engine. */
final class StartBarrier {

    private static final Logger LOG = LoggerFactory.getLogger(StartBarrier.class);
    private static final long SAID_SECONDS = 60;
    private static final long START_SECONDS_MAX = 60;
    private static final long CLOSE_SECONDS_MAX = 5;

    private StartBarrier() {}

    /** Waits for the start of a single member. */
    static void await(CompletableFuture<Void> done) throws IOException {
        await(done, START_SECONDS_MAX);
    }

    private static void await(CompletableFuture<Void> done, long seconds) throws IOException {
        if (!awaited(done, seconds)) {
            throw new IOException("the log accepted no command within " + seconds + " seconds");
        }
    }

    /** Waits for a start that depends on other members, without a time limit. */
    static void awaitOthers(CompletableFuture<Void> done, Group group) throws IOException {
        while (!awaited(done, SAID_SECONDS)) {
            LOG.info(
                    "waiting until this member's first commands are applied: {}", group.standing());
        }
    }

    /** Ends the wait for a start when the engine is closed meanwhile. */
    static void stopped(CompletableFuture<Void> done) {
        done.completeExceptionally(new IOException("the server was stopped while it started"));
    }

    /** Runs a task in the lane and waits for it, for a limited time. */
    static void inLane(Lane lane, Runnable task) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        lane.run(() -> {
            task.run();
            done.complete(null);
        });
        try {
            await(done, CLOSE_SECONDS_MAX);
        } catch (IOException e) {
            LOG.warn("engine lane did not finish its task in time", e);
        }
    }

    private static boolean awaited(CompletableFuture<Void> done, long seconds) throws IOException {
        try {
            done.get(seconds, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RemovedException removed) {
                throw removed;
            }
            if (e.getCause() instanceof NewerFormatException newer) {
                throw new IOException(newer.getMessage(), newer);
            }
            Throwable cause = e.getCause();
            String reason = cause == null ? "" : ": " + cause.getMessage();
            throw new IOException("the log failed during a wait" + reason, cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the log", e);
        }
    }
}
