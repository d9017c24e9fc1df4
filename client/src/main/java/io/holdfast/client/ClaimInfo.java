package io.holdfast.client;

import io.holdfast.client.http.Reply;
import io.holdfast.client.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A claim, as the server sees it.
 *
 * @param created when it was made, in whole seconds
 * @param ttl what is left of it, or null unless it is active
 * @param activeFor how long it is or was active, or null if it never was
 * @param waitedFor how long it waited
 * @param fence rises with every turn on any resource; 0 unless the claim is active
 * @param userData a map, list, string, number, boolean or null
 */
public record ClaimInfo(
        long id,
        String resource,
        ClaimStatus status,
        Instant created,
        @Nullable Duration ttl,
        @Nullable Duration activeFor,
        Duration waitedFor,
        long fence,
        @Nullable Object userData) {

    private static final DateTimeFormatter CREATED =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss Z", Locale.ROOT);

    static ClaimInfo of(Reply reply) {
        long fence = reply.header("X-Fence").map(Long::valueOf).orElse(0L);
        return of(reply.json(), fence);
    }

    static ClaimInfo of(JsonObject json, long fence) {
        Duration waited = duration(json.decimal("waiting_duration"));
        return new ClaimInfo(
                id(json.text("url")),
                json.text("resource"),
                ClaimStatus.of(json.text("status")),
                CREATED.parse(json.text("created"), Instant::from),
                duration(json.decimal("ttl")),
                duration(json.decimal("active_duration")),
                waited == null ? Duration.ZERO : waited,
                fence,
                json.get("user_data"));
    }

    /** The id is the last segment of the path, which ends with a slash. */
    private static long id(String url) {
        String path = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        return Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
    }

    private static @Nullable Duration duration(@Nullable Double seconds) {
        return seconds == null ? null : Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
