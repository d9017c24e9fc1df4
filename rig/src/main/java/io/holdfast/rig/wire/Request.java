package io.holdfast.rig.wire;

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

    /** Returns the request for the Java client. */
    io.holdfast.client.http.Request encoded() {
        Map<String, String> all = new TreeMap<>(headers);
        if (session != null) {
            all.put("X-Dflockd-Session", session);
        }
        return new io.holdfast.client.http.Request(method, path, all, body, idempotencyKey);
    }
}
