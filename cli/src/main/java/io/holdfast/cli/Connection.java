package io.holdfast.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** An HTTP connection to one server. */
final class Connection implements AutoCloseable {

    private static final Duration CONNECT_MAX = Duration.ofSeconds(5);
    private static final int REFUSAL_BYTES_MAX = 1 << 16;

    private final URI server;
    private final @Nullable String token;
    private final Duration patience;
    private final HttpClient client;

    /** @param patience the timeout without any data */
    Connection(URI server, @Nullable String token, @Nullable SSLContext trust, Duration patience) {
        this.server = server;
        this.token = token;
        this.patience = patience;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_MAX);
        this.client = (trust == null ? builder : builder.sslContext(trust)).build();
    }

    /** Returns the response to a GET as a stream; fails unless it is a 200. */
    HttpResponse<InputStream> get(String path) throws CommandFailure {
        HttpResponse<InputStream> response = send(request(path).GET());
        if (response.statusCode() != 200) {
            throw refused(response.statusCode(), head(response.body()));
        }
        return response;
    }

    /** Returns the complete response; fails unless it is a success. */
    String ask(String method, String path, @Nullable String json) throws CommandFailure {
        HttpRequest.Builder request = request(path);
        if (json == null) {
            request.method(method, BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, BodyPublishers.ofString(json));
        }
        HttpResponse<InputStream> response = send(request);
        String text = head(response.body());
        if (response.statusCode() / 100 != 2) {
            throw refused(response.statusCode(), text);
        }
        return text;
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private HttpResponse<InputStream> send(HttpRequest.Builder request) throws CommandFailure {
        try {
            // The timeout covers the response headers; the body is watched while it is read.
            return client.send(request.timeout(patience).build(), BodyHandlers.ofInputStream());
        } catch (HttpConnectTimeoutException e) {
            throw unreachable("no connection within " + patience.toSeconds() + " s");
        } catch (HttpTimeoutException e) {
            throw new CommandFailure(
                    CommandFailure.UNAVAILABLE,
                    server + " did not answer within " + patience.toSeconds()
                            + " s. The request may still be executed: check before you retry");
        } catch (IOException e) {
            throw unreachable(CommandFailure.reason(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(CommandFailure.UNAVAILABLE, "interrupted");
        }
    }

    private CommandFailure unreachable(String why) {
        return new CommandFailure(
                CommandFailure.UNAVAILABLE,
                server + " cannot be reached: " + why
                        + ". Is the server running? Set --server or HOLDFAST_SERVER");
    }

    private static String head(InputStream body) throws CommandFailure {
        try (body) {
            return new String(body.readNBytes(REFUSAL_BYTES_MAX), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new CommandFailure(
                    CommandFailure.UNAVAILABLE,
                    "The response ended early: " + CommandFailure.reason(e));
        }
    }

    private CommandFailure refused(int status, String body) {
        String said = Refusal.words(body);
        return switch (status) {
            case 401 ->
                new CommandFailure(
                        CommandFailure.FORBIDDEN,
                        server + " requires a valid token: set --token-file");
            case 403 ->
                new CommandFailure(
                        CommandFailure.FORBIDDEN, server + " denied the request: " + said);
            case 404 ->
                new CommandFailure(CommandFailure.REFUSED, server + " answered 404: " + said);
            case 429, 502, 503, 504 ->
                new CommandFailure(
                        CommandFailure.UNAVAILABLE,
                        server + " is unavailable: " + said + " (retry later)");
            default ->
                new CommandFailure(
                        CommandFailure.REFUSED, server + " answered " + status + ": " + said);
        };
    }

    /** Returns a stream that fails if no data arrives within the timeout. */
    InputStream watched(InputStream body) {
        return new WatchedBody(body, patience);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
