package io.holdfast.client.http;

import io.holdfast.client.json.Json;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request, which may be sent several times.
 *
 * @param id the idempotency key of a request that changes something: all attempts together act once
 */
public record Request(
        String method,
        String path,
        Map<String, String> headers,
        @Nullable String body,
        @Nullable String id) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int ID_BYTES = 16;

    public static Request get(String path) {
        return new Request("GET", path, Map.of(), null, null);
    }

    /** Creates a request that changes something, with a new id. */
    public static Request change(String method, String path, @Nullable Map<String, ?> body) {
        String text = body == null ? null : Json.write(body);
        return new Request(method, path, Map.of(), text, newId());
    }

    /** Creates a POST with a new id. */
    public static Request post(String path, Map<String, ?> body) {
        return change("POST", path, body);
    }

    public Request with(String header, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new Request(method, path, Map.copyOf(all), body, id);
    }

    private static String newId() {
        byte[] bytes = new byte[ID_BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Shows no body, because it may contain a token. */
    @Override
    public String toString() {
        return method + " " + path;
    }
}
