package io.holdfast.client;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which resources to list, and in which order.
 *
 * @param api {@code locks}, {@code pools}, {@code claims}, {@code entities} or {@code nodes}; null
 *     for all
 * @param prefix the beginning of the key; null for all
 * @param state {@code held}, {@code waiting} or {@code idle}; null for all that are held or waited
 *     for
 * @param owner the display name of a holder or a waiter; null for all
 * @param sort {@code age}, {@code wait} or {@code queue}; null for {@code age}
 * @param limit resources on a page, 1 to 1,000
 */
public record ResourceQuery(
        @Nullable String api,
        @Nullable String prefix,
        @Nullable String state,
        @Nullable String owner,
        @Nullable String sort,
        int limit) {

    /** All resources that are held or waited for, the oldest first. */
    public static final ResourceQuery ALL = new ResourceQuery(null, null, null, null, null, 100);

    public ResourceQuery withApi(@Nullable String other) {
        return new ResourceQuery(other, prefix, state, owner, sort, limit);
    }

    public ResourceQuery withPrefix(@Nullable String other) {
        return new ResourceQuery(api, other, state, owner, sort, limit);
    }

    public ResourceQuery withState(@Nullable String other) {
        return new ResourceQuery(api, prefix, other, owner, sort, limit);
    }

    public ResourceQuery withOwner(@Nullable String other) {
        return new ResourceQuery(api, prefix, state, other, sort, limit);
    }

    public ResourceQuery withSort(@Nullable String other) {
        return new ResourceQuery(api, prefix, state, owner, other, limit);
    }

    public ResourceQuery withLimit(int other) {
        return new ResourceQuery(api, prefix, state, owner, sort, other);
    }

    String text(@Nullable String after) {
        Map<String, @Nullable Object> parameters = new LinkedHashMap<>();
        parameters.put("api", api);
        parameters.put("prefix", prefix);
        parameters.put("state", state);
        parameters.put("owner", owner);
        parameters.put("sort", sort);
        parameters.put("limit", limit);
        parameters.put("after", after);
        return Paths.query(parameters);
    }
}
