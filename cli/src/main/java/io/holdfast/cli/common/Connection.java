package io.holdfast.cli.common;

import io.holdfast.client.http.Lost;
import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import io.holdfast.client.http.Result;
import io.holdfast.client.http.Settings;
import io.holdfast.client.http.Timing;
import io.holdfast.client.http.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Single requests to a server, which report failures in words for users. */
public final class Connection implements AutoCloseable {

    private static final int REFUSAL_BYTES_MAX = 1 << 16;

    /** How long the members of a cluster are tried one after the other. */
    private static final Duration FAILOVER_MAX = Duration.ofSeconds(5);

    private final Target target;
    private final Transport transport;

    Connection(Target target) {
        this.target = target;
        String token = target.token();
        this.transport = new Transport(new Settings(
                target.members(),
                token == null ? null : () -> token,
                target.tls(),
                target.owner(),
                target.timeout().toNanos(),
                System::nanoTime,
                UnaryOperator.identity()));
    }

    /** Returns the response to a GET as a stream; fails unless it is a 200. */
    public HttpResponse<InputStream> get(String path, Map<String, String> headers)
            throws CommandFailure {
        Request request = new Request("GET", path, headers, null, null);
        HttpResponse<InputStream> response = open(request, 0);
        if (response.statusCode() != 200) {
            throw refused(response.statusCode(), head(response.body()));
        }
        return response;
    }

    private HttpResponse<InputStream> open(Request request, int member) throws CommandFailure {
        try {
            return transport.open(request, member);
        } catch (IOException e) {
            if (member + 1 < transport.members()) {
                return open(request, member + 1);
            }
            throw CommandFailure.unreachable(
                    transport.member(member) + " cannot be reached: " + CommandFailure.reason(e));
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** Returns the complete response; fails unless it is a success. */
    public String ask(String method, String path, @Nullable String json) throws CommandFailure {
        Reply reply = send(method, path, json);
        if (!reply.ok()) {
            throw refused(reply.status(), reply.body());
        }
        return reply.body();
    }

    /** Returns the response, whether it is a success or not. */
    public Reply send(String method, String path, @Nullable String json) throws CommandFailure {
        return send(new Request(method, path, Map.of(), json, null));
    }

    /** Returns the response, whether it is a success or not. */
    public Reply send(Request request) throws CommandFailure {
        return send(request, Duration.ZERO);
    }

    /** Like {@link #send(Request)}, for a request that the server may let wait this long. */
    public Reply send(Request request, Duration waitMax) throws CommandFailure {
        long nanos = target.timeout().plus(waitMax).toNanos();
        long patience = transport.members() == 1 ? 0 : FAILOVER_MAX.toNanos();
        try {
            Result result = transport
                    .start(request, new Timing(transport.nanos() + nanos, nanos, patience))
                    .await();
            return switch (result) {
                case Reply reply -> reply;
                case Lost(String why, boolean maybeApplied, boolean _) -> {
                    if (!maybeApplied) {
                        throw CommandFailure.unreachable(why);
                    }
                    throw new CommandFailure(
                            ExitCode.UNAVAILABLE,
                            why + " (timeout " + Durations.text(target.timeout()) + "). The"
                                    + " request may still be executed: check before you retry");
                }
            };
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static CommandFailure interrupted() {
        Thread.currentThread().interrupt();
        return new CommandFailure(ExitCode.UNAVAILABLE, "interrupted");
    }

    private static String head(InputStream body) throws CommandFailure {
        try (body) {
            return new String(body.readNBytes(REFUSAL_BYTES_MAX), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE, "The response ended early: " + CommandFailure.reason(e));
        }
    }

    /** Returns the failure for a response that is not a success. */
    public CommandFailure refused(int status, String body) {
        String server = transport.member(transport.current()).toString();
        String said = Refusal.words(body);
        return switch (status) {
            case 401 ->
                new CommandFailure(
                        ExitCode.FORBIDDEN,
                        server + " requires a valid token: set --token-file or HOLDFAST_TOKEN");
            case 403 ->
                new CommandFailure(ExitCode.FORBIDDEN, server + " denied the request: " + said);
            case 404 -> new CommandFailure(ExitCode.REFUSED, server + " answered 404: " + said);
            case 429, 502, 503, 504 ->
                new CommandFailure(
                        ExitCode.UNAVAILABLE,
                        server + " is unavailable: " + said + " (retry later)");
            default ->
                new CommandFailure(ExitCode.REFUSED, server + " answered " + status + ": " + said);
        };
    }

    /** Returns a stream that fails if no data arrives within the timeout. */
    public InputStream watched(InputStream body) {
        return watched(body, target.timeout());
    }

    /** Returns a stream that fails if no data arrives within this time. */
    public InputStream watched(InputStream body, Duration silenceMax) {
        return new WatchedBody(body, silenceMax);
    }

    @Override
    public void close() {
        transport.close();
    }
}
