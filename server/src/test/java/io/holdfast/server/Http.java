package io.holdfast.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Single requests over a connection of their own, whose replies may have any type and form.
 * {@link Client} compares replies with the OpenAPI document.
 */
public final class Http {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Http() {}

    /** Returns a request; headers are name, value, name, value. */
    public static HttpRequest request(String method, String url, String body, String... headers) {
        BodyPublisher publisher =
                body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).method(method, publisher);
        for (int i = 0; i + 1 < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request.build();
    }

    public static HttpResponse<String> get(String url, String... headers) throws IOException {
        return send(request("GET", url, "", headers), BodyHandlers.ofString());
    }

    public static HttpResponse<byte[]> bytes(String method, String url, String... headers)
            throws IOException {
        return send(request(method, url, "", headers), BodyHandlers.ofByteArray());
    }

    /** Sends a request and waits for its reply. */
    public static <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> body)
            throws IOException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
