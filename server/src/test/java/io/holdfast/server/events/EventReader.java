package io.holdfast.server.events;

import io.holdfast.server.Http;
import io.holdfast.server.Reply;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A client of the event stream that reads one event after the other. */
final class EventReader implements AutoCloseable {

    /** @param id empty for messages of the stream itself */
    record Seen(String id, String kind, JsonNode data) {}

    private static final Seen END = new Seen("", "end", Reply.parse("{}"));

    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpResponse<InputStream> response;
    private final BufferedReader lines;

    EventReader(String base, String query, @Nullable String lastId) {
        this(base, query, lastId, null);
    }

    EventReader(String base, String query, @Nullable String lastId, @Nullable String token) {
        List<String> headers = new ArrayList<>();
        if (token != null) {
            headers.addAll(List.of("Authorization", "Bearer " + token));
        }
        if (lastId != null) {
            headers.addAll(List.of("Last-Event-ID", lastId));
        }
        HttpRequest request = Http.request(
                "GET", base + "/v1/events" + query, "", headers.toArray(String[]::new));
        try {
            response = http.send(request, BodyHandlers.ofInputStream());
            lines = new BufferedReader(
                    new InputStreamReader(response.body(), StandardCharsets.UTF_8));
            // The stream begins with a comment: from here on no event is missed.
            lines.readLine();
            lines.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    int status() {
        return response.statusCode();
    }

    /** Waits for the next event; its kind is "end" at the end of the stream. */
    Seen next() {
        String id = "";
        String kind = "";
        String data = "";
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    kind = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    data = line.substring(6);
                } else if (line.isEmpty() && !data.isEmpty()) {
                    return new Seen(id, kind, Reply.parse(data));
                }
            }
        } catch (IOException e) {
            // The connection was cut, which is an end too.
        }
        return END;
    }

    List<String> kinds(int count) {
        List<String> kinds = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            kinds.add(next().kind());
        }
        return kinds;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
