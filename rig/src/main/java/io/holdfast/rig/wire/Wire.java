package io.holdfast.rig.wire;

import io.holdfast.client.http.Lost;
import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Result;
import io.holdfast.client.http.Settings;
import io.holdfast.client.http.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The Java client's connections to one or more members. Each request is sent once, to the member
 * that the caller names, because a history records every attempt.
 */
public final class Wire implements AutoCloseable {

    private static final int ANSWER_MILLIS_MAX = 120_000;

    private final Transport transport;
    private long answerNanosMax = TimeUnit.MILLISECONDS.toNanos(ANSWER_MILLIS_MAX);

    public Wire(int port) {
        this(port, null);
    }

    public Wire(int port, @Nullable String bearer) {
        this(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), bearer);
    }

    public Wire(InetSocketAddress address, @Nullable String bearer) {
        this(List.of(address), bearer);
    }

    public Wire(List<InetSocketAddress> members, @Nullable String bearer) {
        this(addresses("http", members), bearer, null, null);
    }

    private Wire(
            List<URI> members,
            @Nullable String bearer,
            @Nullable SSLContext tls,
            @Nullable InetAddress local) {
        this.transport = new Transport(new Settings(
                members,
                bearer == null ? null : () -> bearer,
                tls,
                null,
                answerNanosMax,
                System::nanoTime,
                local == null ? UnaryOperator.identity() : http -> http.localAddress(local)));
    }

    /**
     * Connects from an address of its own, for clients that the server must tell apart, and over
     * TLS if there is a context that trusts the server's certificate.
     */
    public static Wire from(
            String local, InetSocketAddress address, String bearer, @Nullable SSLContext tls)
            throws IOException {
        String scheme = tls == null ? "http" : "https";
        return new Wire(
                addresses(scheme, List.of(address)), bearer, tls, InetAddress.getByName(local));
    }

    private static List<URI> addresses(String scheme, List<InetSocketAddress> members) {
        return members.stream()
                .map(member -> URI.create(scheme + "://" + member.getAddress().getHostAddress()
                        + ":" + member.getPort()))
                .toList();
    }

    /** Sets the answer timeout for the following requests. After it the connection is closed. */
    public void patience(int millis) {
        answerNanosMax = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Sends the request to the first member. */
    public Answer send(Request request) {
        return send(0, request);
    }

    /** Sends the request once, without retries, and returns the outcome. */
    public Answer send(int member, Request request) {
        try {
            return answer(transport
                    .startOnce(member, request.encoded(), answerNanosMax)
                    .await());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Lost("interrupted");
        }
    }

    /** Sends a request whose answer may take this long, and does not wait for it. */
    public CompletableFuture<Answer> start(Request request, long answerSeconds) {
        long nanos = TimeUnit.SECONDS.toNanos(answerSeconds);
        return transport.startOnce(0, request.encoded(), nanos).result().thenApply(Wire::answer);
    }

    /** Like {@link #send(Request)}, but fails unless there is a reply. */
    public Answer.Reply ask(Request request) throws IOException {
        Answer answer = send(request);
        if (answer instanceof Answer.Reply reply) {
            return reply;
        }
        throw new IOException(request.method() + " " + request.path() + ": " + answer);
    }

    private static Answer answer(Result result) {
        return switch (result) {
            case Reply reply -> {
                Map<String, String> headers = new HashMap<>();
                reply.headers().map().forEach((name, all) -> headers.put(name, all.getFirst()));
                yield new Answer.Reply(reply.status(), headers, reply.body());
            }
            case Lost lost ->
                lost.maybeApplied() ? new Answer.Lost(lost.why()) : new Answer.NotSent(lost.why());
        };
    }

    /** Closes the connections. Thread-safe, so that a call in progress can be aborted. */
    @Override
    public void close() {
        transport.close();
    }
}
