package io.holdfast.client.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends requests to the members. Any member serves any request, in any session. */
public final class Transport implements AutoCloseable {

    private static final Duration CONNECT_MAX = Duration.ofSeconds(3);

    /** A reply whose head arrived in time has this long for the rest of its body. */
    private static final long BODY_GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long REPLY_NANOS_MAX = TimeUnit.DAYS.toNanos(365);

    private final Settings settings;
    private final Loop loop = new Loop();
    private final HttpClient http;
    private final AtomicInteger current = new AtomicInteger();
    private final Set<Call> calls = ConcurrentHashMap.newKeySet();
    private final long originNanos;
    private volatile boolean closed;

    public Transport(Settings settings) {
        this.settings = settings;
        this.originNanos = settings.clock().getAsLong();
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_MAX)
                .executor(loop.workers());
        boolean plain = settings.members().stream().allMatch(uri -> "http".equals(uri.getScheme()));
        if (plain) {
            builder.sslContext(new NoTls());
        } else if (settings.tls() != null) {
            builder.sslContext(settings.tls());
        }
        this.http = settings.http().apply(builder).build();
    }

    /** Starts a call at the member that answered last. */
    public Call start(Request request, Timing timing) {
        Call call = register(request, timing, current.get(), Retry.ANYWHERE);
        call.begin();
        return call;
    }

    /** Starts a call on a worker, because supplying the token may block. */
    public Call startInBackground(Request request, Timing timing) {
        Call call = register(request, timing, current.get(), Retry.ANYWHERE);
        loop.work(call::begin);
        return call;
    }

    /** Starts a call on a worker, at one member and at no other. */
    public Call startAt(int member, Request request, Timing timing) {
        Call call = register(request, timing, member, Retry.HERE);
        loop.work(call::begin);
        return call;
    }

    /**
     * Sends a request once, to one member. Any reply is the result, even one that other calls would
     * retry.
     */
    public Call startOnce(int member, Request request, long nanosMax) {
        Timing timing = new Timing(nanos() + nanosMax, nanosMax, 0);
        Call call = register(request, timing, member, Retry.NEVER);
        call.begin();
        return call;
    }

    private Call register(Request request, Timing timing, int member, Retry retry) {
        Call call = new Call(this, request, timing, member, retry);
        calls.add(call);
        call.result().whenComplete((result, failure) -> calls.remove(call));
        if (closed) {
            call.cancel("the client is closed");
        }
        return call;
    }

    /** Returns the usual timing: all attempts within the request timeout. */
    public Timing usual() {
        long patience = settings.requestNanosMax();
        return new Timing(nanos() + patience, Math.max(1, patience / 2), patience);
    }

    /** Sends a request and waits for its result within the request timeout. */
    public Result send(Request request) throws InterruptedException {
        return start(request, usual()).await();
    }

    public long requestNanosMax() {
        return settings.requestNanosMax();
    }

    public @Nullable String owner() {
        return settings.owner();
    }

    /** Returns the nanoseconds since this transport was made, by a monotonic clock. */
    public long nanos() {
        return settings.clock().getAsLong() - originNanos;
    }

    public Loop loop() {
        return loop;
    }

    public int members() {
        return settings.members().size();
    }

    public int current() {
        return current.get();
    }

    public URI member(int index) {
        return settings.members().get(index);
    }

    /** Makes new calls start at the next member, unless another call has already done so. */
    public int next(int failed) {
        int next = (failed + 1) % members();
        current.compareAndSet(failed, next);
        return next;
    }

    boolean suppliesTokens() {
        return settings.token() != null;
    }

    CompletableFuture<HttpResponse<String>> send(Request request, int member, long timeoutNanos) {
        HttpRequest built = build(request, member, timeoutNanos);
        CompletableFuture<HttpResponse<String>> sent =
                http.sendAsync(built, head -> new BoundedBody());
        // The JDK's own timeout ends with the head of the reply.
        long endNanos = Math.min(timeoutNanos, REPLY_NANOS_MAX) + BODY_GRACE_NANOS;
        Future<?> end = loop.schedule(() -> sent.cancel(true), endNanos);
        sent.whenComplete((response, failure) -> {
            if (end != null) {
                end.cancel(false);
            }
        });
        return sent;
    }

    /** Opens a reply as a stream, without retries. The reader watches for silence. */
    public HttpResponse<InputStream> open(Request request, int member)
            throws IOException, InterruptedException {
        HttpRequest built = build(request, member, settings.requestNanosMax());
        return http.send(built, BodyHandlers.ofInputStream());
    }

    private HttpRequest build(Request request, int member, long timeoutNanos) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(
                        URI.create(member(member) + request.path()))
                .timeout(Duration.ofNanos(Math.max(1, timeoutNanos)));
        request.headers().forEach(builder::header);
        if (request.id() != null) {
            builder.header("Idempotency-Key", request.id());
        }
        String owner = settings.owner();
        if (owner != null && owner.chars().allMatch(c -> c < 0x7f)) {
            // Headers of the JDK's client are ASCII; sessions carry any owner in their body.
            builder.header("X-Holdfast-Owner", owner);
        }
        Supplier<String> token = settings.token();
        if (token != null) {
            builder.header("Authorization", "Bearer " + token.get());
        }
        if (request.body() == null) {
            return builder.method(request.method(), BodyPublishers.noBody()).build();
        }
        if (!request.headers().containsKey("Content-Type")) {
            builder.header("Content-Type", "application/json");
        }
        return builder.method(request.method(), BodyPublishers.ofString(request.body()))
                .build();
    }

    /** Ends all calls. Replies that arrive later are dropped. */
    @Override
    public void close() {
        closed = true;
        calls.forEach(call -> call.cancel("the client is closed"));
        loop.close();
        HttpShutdown.now(http);
    }
}
