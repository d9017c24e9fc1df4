package io.holdfast.client;

import io.holdfast.client.json.JsonObject;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened at the server.
 *
 * @param id the place in the stream, the same at every member; empty for {@code gap}
 * @param kind {@code granted}, {@code queued}, {@code released}, {@code expired}, {@code broken},
 *     {@code cancelled}, {@code session_opened}, {@code session_ended}, {@code settings_changed},
 *     or {@code gap} if events are missing before this one
 * @param at when it happened, or null for {@code gap}
 * @param api the API of the resource, if the event is about one
 * @param key the key of the resource, if the event is about one
 * @param owner the display name of the client, if it has one
 * @param fence the fence of the grant, or 0
 * @param fields all fields as the server sent them
 */
public record Event(
        String id,
        String kind,
        @Nullable Instant at,
        @Nullable String api,
        @Nullable String key,
        @Nullable String owner,
        long fence,
        Map<String, @Nullable Object> fields) {

    /** The kind that reports missing events. */
    public static final String GAP = "gap";

    static Event of(String id, String kind, JsonObject json) {
        String at = json.textOrNull("at");
        return new Event(
                id,
                kind,
                at == null ? null : Instant.parse(at),
                json.textOrNull("api"),
                json.textOrNull("key"),
                json.textOrNull("owner"),
                json.number("fence", 0),
                json.fields());
    }

    static Event gap(String detail) {
        return of("", GAP, new JsonObject(Map.of("detail", detail)));
    }
}
