package io.holdfast.client;

import io.holdfast.client.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A resource of any API, as the server sees it.
 *
 * @param limit how many clients may hold it at a time
 * @param held how many hold it
 * @param waiting how many wait for it
 * @param waitingSince since when the first of them waits, or null if none does
 * @param holders the holders, the oldest first; in a list of resources only the first of them
 * @param queue the waiters in the order in which they are served; empty in a list of resources
 */
public record ResourceInfo(
        String api,
        String key,
        long limit,
        long held,
        long waiting,
        @Nullable Instant waitingSince,
        List<Holder> holders,
        List<Waiter> queue) {

    /**
     * A client that holds the resource.
     *
     * @param owner its display name, if it has one
     * @param session the number of its session, or -1 for APIs without sessions
     */
    public record Holder(
            @Nullable String owner, Instant since, Duration expiresIn, long fence, long session) {

        static Holder of(JsonObject json) {
            return new Holder(
                    json.textOrNull("owner"),
                    Instant.parse(json.text("since")),
                    duration(json.decimal("expires_in_s")),
                    json.number("fence"),
                    json.number("session", -1));
        }
    }

    /**
     * A client that waits for the resource.
     *
     * @param position its place; 1 is next
     * @param owner its display name, if it has one
     * @param givesUpIn how long it goes on waiting, or null if that is not limited
     * @param inCall whether a request of it waits at this moment
     * @param session the number of its session, or -1 for APIs without sessions
     */
    public record Waiter(
            int position,
            @Nullable String owner,
            Instant since,
            @Nullable Duration givesUpIn,
            boolean inCall,
            long session) {

        static Waiter of(JsonObject json) {
            Double givesUp = json.decimal("gives_up_in_s");
            return new Waiter(
                    (int) json.number("position"),
                    json.textOrNull("owner"),
                    Instant.parse(json.text("since")),
                    givesUp == null ? null : duration(givesUp),
                    json.flag("in_call"),
                    json.number("session", -1));
        }
    }

    /** Returns the holder of the oldest grant, if the resource is held. */
    public Optional<Holder> holder() {
        return holders.stream().findFirst();
    }

    static ResourceInfo of(JsonObject json) {
        String since = json.textOrNull("waiting_since");
        List<JsonObject> holders = json.get("holder") == null
                ? json.objects("holders")
                : List.of(json.object("holder"));
        return new ResourceInfo(
                json.text("api"),
                json.text("key"),
                json.number("limit", 1),
                json.number("held", 0),
                json.number("waiting", 0),
                since == null ? null : Instant.parse(since),
                holders.stream().map(Holder::of).toList(),
                json.objects("queue").stream().map(Waiter::of).toList());
    }

    private static Duration duration(@Nullable Double seconds) {
        return seconds == null ? Duration.ZERO : Duration.ofMillis(Math.round(seconds * 1000));
    }
}
