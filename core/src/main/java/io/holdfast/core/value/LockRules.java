package io.holdfast.core.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entity's rules for its locks. The defaults of its type apply to all rules that it omits.
 *
 * @param requiredScopes collections that only a lock's holder may change; null for the default
 * @param breakable whether its locks can be broken; null for the default
 * @param maxSeconds maximum lock duration; zero for the default
 */
public record LockRules(
        @Nullable List<EntityCollection> requiredScopes,
        @Nullable Boolean breakable,
        long maxSeconds) {

    /** Uses the defaults for all rules. */
    public static final LockRules OPEN = new LockRules(null, null, 0);

    public LockRules {
        requiredScopes = requiredScopes == null ? null : List.copyOf(requiredScopes);
        Limits.check(maxSeconds >= 0, "the longest lock must not be negative");
    }

    /** Returns a hash that is the same in every process and every Java version. */
    public long digest() {
        long hash = maxSeconds * 31 + (breakable == null ? 2 : breakable ? 1 : 0);
        List<EntityCollection> scopes = requiredScopes;
        return hash * 31 + (scopes == null ? -1 : digest(scopes));
    }

    /** Returns a hash that is the same in every process, unlike an enum's own hash. */
    public static long digest(List<EntityCollection> scopes) {
        long hash = scopes.size();
        for (EntityCollection scope : scopes) {
            hash = hash * 31 + scope.ordinal();
        }
        return hash;
    }
}
