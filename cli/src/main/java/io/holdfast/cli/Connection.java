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

/** One server, asked over HTTP. */
final class Connection implements AutoCloseable {

    private static final Duration CONNECT_MAX = Duration.ofSeconds(5);
    private static final int REFUSAL_BYTES_MAX = 1 << 16;

    private final URI server;
    private final @Nullable String token;
    private final Duration patience;
    private final HttpClient client;

    /** @param patience how long nothing may come */
    Connection(URI server, @Nullable String token, @Nullable SSLContext trust, Duration patience) {
        this.server = server;
        this.token = token;
        this.patience = patience;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_MAX);
        this.client = (trust == null ? builder : builder.sslContext(trust)).build();
    }

    /** What the server answers to a GET, while it comes; only where it is a 200. */
    HttpResponse<InputStream> get(String path) throws Trouble {
        HttpResponse<InputStream> response = send(request(path).GET());
        if (response.statusCode() != 200) {
            throw refused(response.statusCode(), head(response.body()));
        }
        return response;
    }

    /** What the server answers, whole; only where it is a success. */
    String ask(String method, String path, @Nullable String json) throws Trouble {
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

    private HttpResponse<InputStream> send(HttpRequest.Builder request) throws Trouble {
        try {
            // That is until the head has come; the body is watched by whoever reads it.
            return client.send(request.timeout(patience).build(), BodyHandlers.ofInputStream());
        } catch (HttpConnectTimeoutException e) {
            throw unreachable("no connection within " + patience.toSeconds() + " s");
        } catch (HttpTimeoutException e) {
            throw new Trouble(
                    Trouble.UNAVAILABLE,
                    server + " has not answered within " + patience.toSeconds()
                            + " s. What was asked may still be done: look before you ask again");
        } catch (IOException e) {
            throw unreachable(Trouble.reason(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Trouble(Trouble.UNAVAILABLE, "interrupted");
        }
    }

    private Trouble unreachable(String why) {
        return new Trouble(
                Trouble.UNAVAILABLE,
                server + " does not answer: " + why
                        + ". Name another with --server, or start one: ./holdfast serve");
    }

    private static String head(InputStream body) throws Trouble {
        try (body) {
            return new String(body.readNBytes(REFUSAL_BYTES_MAX), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new Trouble(Trouble.UNAVAILABLE, "The answer broke off: " + Trouble.reason(e));
        }
    }

    private Trouble refused(int status, String body) {
        String said = Refusal.words(body);
        return switch (status) {
            case 401 ->
                new Trouble(
                        Trouble.FORBIDDEN,
                        server + " wants to know who asks: give the token with --token-file");
            case 403 -> new Trouble(Trouble.FORBIDDEN, server + " does not allow that: " + said);
            case 404 -> new Trouble(Trouble.REFUSED, server + " knows nothing of that: " + said);
            case 429, 502, 503, 504 ->
                new Trouble(
                        Trouble.UNAVAILABLE,
                        server + " cannot do that now: " + said + " (try again)");
            default ->
                new Trouble(Trouble.REFUSED, server + " refused with " + status + ": " + said);
        };
    }

    /** Whatever is read from the body comes in time, or an exception does. */
    InputStream watched(InputStream body) {
        return new WatchedBody(body, patience);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
