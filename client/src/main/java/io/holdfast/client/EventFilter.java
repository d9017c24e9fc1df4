package io.holdfast.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which events to follow.
 *
 * @param api {@code locks}, {@code pools} and so on; null for all
 * @param prefix the beginning of the key; null for all
 * @param owner the display name of the client; null for all
 * @param kinds the kinds of events; empty for all
 * @param after the id of an event after which to continue; null for new events only
 */
public record EventFilter(
        @Nullable String api,
        @Nullable String prefix,
        @Nullable String owner,
        Set<String> kinds,
        @Nullable String after) {

    /** All events from now on. */
    public static final EventFilter ALL = new EventFilter(null, null, null, Set.of(), null);

    public EventFilter withApi(@Nullable String other) {
        return new EventFilter(other, prefix, owner, kinds, after);
    }

    public EventFilter withPrefix(@Nullable String other) {
        return new EventFilter(api, other, owner, kinds, after);
    }

    public EventFilter withOwner(@Nullable String other) {
        return new EventFilter(api, prefix, other, kinds, after);
    }

    public EventFilter withKinds(String... others) {
        return new EventFilter(api, prefix, owner, Set.of(others), after);
    }

    public EventFilter withAfter(@Nullable String id) {
        return new EventFilter(api, prefix, owner, kinds, id);
    }

    String text() {
        Map<String, @Nullable Object> parameters = new LinkedHashMap<>();
        parameters.put("api", api);
        parameters.put("prefix", prefix);
        parameters.put("owner", owner);
        parameters.put(
                "kind",
                kinds.isEmpty()
                        ? null
                        : String.join(",", kinds.stream().sorted().toList()));
        return Paths.query(parameters);
    }
}
