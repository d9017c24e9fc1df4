package io.holdfast.rig.wire;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request.
 *
 * @param session the session id for its header
 * @param idempotencyKey the client's own id for the request
 * @param body JSON text
 * @param headers additional headers
 */
public record Request(
        String method,
        String path,
        @Nullable String session,
        @Nullable String idempotencyKey,
        @Nullable String body,
        Map<String, String> headers) {

    public Request(
            String method,
            String path,
            @Nullable String session,
            @Nullable String idempotencyKey,
            @Nullable String body) {
        this(method, path, session, idempotencyKey, body, Map.of());
    }

    public static Request get(String path) {
        return new Request("GET", path, null, null, null);
    }

    public static Request post(String path, @Nullable String session, @Nullable String body) {
        return new Request("POST", path, session, null, body);
    }

    public Request withKey(String key) {
        return new Request(method, path, session, key, body, headers);
    }

    public Request withHeader(String name, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(name, value);
        return new Request(method, path, session, idempotencyKey, body, more);
    }

    /** Returns the encoded request, with the bearer token if there is one. */
    public byte[] bytes(String host, @Nullable String bearer) {
        StringBuilder head = new StringBuilder(256);
        head.append(method)
                .append(' ')
                .append(path)
                .append(" HTTP/1.1\r\nHost: ")
                .append(host);
        if (bearer != null) {
            head.append("\r\nAuthorization: Bearer ").append(bearer);
        }
        if (session != null) {
            head.append("\r\nX-Dflockd-Session: ").append(session);
        }
        if (idempotencyKey != null) {
            head.append("\r\nIdempotency-Key: ").append(idempotencyKey);
        }
        headers.forEach(
                (name, value) -> head.append("\r\n").append(name).append(": ").append(value));
        String text = body == null ? "" : body;
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        if (!method.equals("GET")) {
            head.append("\r\nContent-Length: ").append(length);
        }
        head.append("\r\n\r\n").append(text);
        return head.toString().getBytes(StandardCharsets.UTF_8);
    }
}
