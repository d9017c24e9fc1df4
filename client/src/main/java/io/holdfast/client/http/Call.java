package io.holdfast.client.http;

import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One request and its attempts, one after the other, until a reply says what happened or the time
 * is over. All attempts carry the same id, so that together they act once.
 */
public final class Call {

    private static final Set<Integer> RETRIED = Set.of(408, 429, 502, 503, 504, 507);

    /** Refusals that another member need not share. */
    private static final Set<String> OF_ONE_MEMBER =
            Set.of("draining", "removed", "no_leader", "storage_failed", "unknown", "unavailable");

    private static final long PAUSE_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long PAUSE_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_AFTER_SECONDS_MAX = 30;

    /** An attempt that took this long had reached its member. */
    private static final long ESTABLISHED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long NEVER = Long.MIN_VALUE;

    private final Transport transport;
    private final Request request;
    private final Timing timing;
    private final Retry retry;
    private final CompletableFuture<Result> result = new CompletableFuture<>();

    // One attempt follows the other, so only the attempt in progress uses these.
    private int attempts;
    private long firstSentNanos;
    private long sentNanos;
    private long troubleNanos = NEVER;
    private int failuresInRound;
    private long pauseNanos = PAUSE_NANOS_MIN;
    private boolean retriedHere;
    private boolean reauthorized;
    private boolean maybeApplied;

    // Other threads look at these.
    private volatile int member;
    private volatile boolean leaving;
    private volatile @Nullable CompletableFuture<HttpResponse<String>> inFlight;

    Call(Transport transport, Request request, Timing timing, int member, Retry retry) {
        this.transport = transport;
        this.request = request;
        this.timing = timing;
        this.member = member;
        this.retry = retry;
    }

    /** Completes with the result, never exceptionally unless the token supplier failed. */
    public CompletableFuture<Result> result() {
        return result;
    }

    /** Returns the member of the last attempt. */
    public int member() {
        return member;
    }

    /** Waits for the result. An interrupt ends the call: its connection is closed. */
    public Result await() throws InterruptedException {
        return await(Long.MAX_VALUE);
    }

    /** Waits for the result for at most this time; the call itself goes on. */
    public Result await(long nanosMax) throws InterruptedException {
        try {
            return awaitQuietly(nanosMax);
        } catch (InterruptedException e) {
            cancel("the thread was interrupted");
            throw e;
        }
    }

    private Result awaitQuietly(long nanosMax) throws InterruptedException {
        try {
            return result.get(nanosMax, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return new Lost("no member answered in time", true, false);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Waits for the result for at most this time, whether the thread is interrupted or not. */
    public Result awaitUninterruptibly(long nanosMax) {
        long endNanos = System.nanoTime() + nanosMax;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return awaitQuietly(endNanos - System.nanoTime());
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ends the call without a result. The server sees the end of its connection. */
    public void cancel(String why) {
        CompletableFuture<HttpResponse<String>> sent = inFlight;
        result.complete(new Lost(why, sent != null, false));
        if (sent != null) {
            sent.cancel(true);
        }
    }

    /** Gives the attempt in progress up, if it is at that member, and continues at the next one. */
    public void leave(int unreachable) {
        CompletableFuture<HttpResponse<String>> sent = inFlight;
        if (sent != null && member == unreachable) {
            leaving = true;
            sent.cancel(true);
        }
    }

    void begin() {
        firstSentNanos = transport.nanos();
        attempt();
    }

    private void attempt() {
        if (result.isDone()) {
            return;
        }
        long now = transport.nanos();
        long leftNanos = timing.deadlineNanos() - now;
        if (leftNanos <= 0) {
            result.complete(new Lost("the deadline passed", maybeApplied, false));
            return;
        }
        sentNanos = now;
        attempts++;
        try {
            CompletableFuture<HttpResponse<String>> sent =
                    transport.send(request, member, Math.min(leftNanos, timing.attemptNanosMax()));
            inFlight = sent;
            sent.whenComplete(this::settle);
            if (result.isDone()) {
                sent.cancel(true);
            }
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }

    private void settle(@Nullable HttpResponse<String> response, @Nullable Throwable failure) {
        if (result.isDone()) {
            return;
        }
        if (response == null) {
            settleFailure(failure == null ? new CompletionException(null) : failure);
            return;
        }
        Reply reply = Reply.of(response, firstSentNanos, attempts);
        if (retry == Retry.NEVER) {
            result.complete(reply);
        } else if (reply.status() == 401 && transport.suppliesTokens() && !reauthorized) {
            // The token may have expired between its supply and its check.
            reauthorized = true;
            transport.loop().work(this::attempt);
        } else if (RETRIED.contains(reply.status())) {
            settleRefusal(reply);
        } else {
            result.complete(reply);
        }
    }

    private void settleFailure(Throwable failure) {
        Throwable cause = Failures.cause(failure);
        boolean notSent = Failures.notSent(cause);
        boolean timedOut = cause instanceof HttpTimeoutException && !notSent;
        maybeApplied |= !notSent;
        noteTrouble(!notSent && !timedOut);
        // An idle connection may be closed just when it is used; that says nothing of the member.
        boolean again = !notSent && !timedOut && !retriedHere && !leaving;
        Lost lost =
                new Lost(Failures.text(transport.member(member), cause), maybeApplied, timedOut);
        if (retry == Retry.NEVER) {
            result.complete(lost);
            return;
        }
        if (again) {
            retriedHere = true;
        } else {
            moveOn();
        }
        retry(lost, again || failuresInRound < transport.members() ? 0 : pause());
    }

    private void settleRefusal(Reply reply) {
        boolean unknown = reply.status() == 502 || reply.code().equals("unknown");
        maybeApplied |= unknown;
        noteTrouble(true);
        Result last =
                maybeApplied ? new Lost(reply.code() + ": " + reply.detail(), true, false) : reply;
        boolean elsewhere = unknown || OF_ONE_MEMBER.contains(reply.code());
        if (elsewhere) {
            moveOn();
        }
        boolean atOnce = elsewhere && failuresInRound < transport.members();
        retry(last, atOnce ? 0 : Math.max(retryAfterNanos(reply), pause()));
    }

    private void moveOn() {
        failuresInRound++;
        retriedHere = false;
        leaving = false;
        if (retry == Retry.ANYWHERE) {
            member = transport.next(member);
        }
    }

    private void noteTrouble(boolean connected) {
        long now = transport.nanos();
        boolean established = connected && now - sentNanos > ESTABLISHED_NANOS;
        if (troubleNanos == NEVER || established) {
            troubleNanos = now;
        }
    }

    /** Ends a round of all members: the next one begins after a growing pause. */
    private long pause() {
        failuresInRound = 0;
        long now = pauseNanos;
        pauseNanos = Math.min(2 * now, PAUSE_NANOS_MAX);
        return now + ThreadLocalRandom.current().nextLong(now);
    }

    private void retry(Result last, long delayNanos) {
        long now = transport.nanos();
        long giveUpNanos =
                Math.min(timing.deadlineNanos() - now, troubleNanos + timing.patienceNanos() - now);
        if (delayNanos >= giveUpNanos) {
            result.complete(last);
        } else if (delayNanos == 0) {
            transport.loop().work(this::attempt);
        } else {
            transport.loop().schedule(() -> transport.loop().work(this::attempt), delayNanos);
        }
    }

    private static long retryAfterNanos(Reply reply) {
        String text = reply.header("Retry-After").orElse("0");
        try {
            long seconds = Math.min(Long.parseLong(text), RETRY_AFTER_SECONDS_MAX);
            return TimeUnit.SECONDS.toNanos(Math.max(0, seconds));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
