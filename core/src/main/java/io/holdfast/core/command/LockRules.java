package io.holdfast.core.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an entity says about its locks. Whatever it leaves open is as the defaults of its type say.
 *
 * @param requiredScopes collections that only the holder of a lock may change; null for the default
 * @param breakable whether its locks can be broken; null for the default
 * @param maxSeconds the longest lock; zero for the default
 */
public record LockRules(
        @Nullable List<EntityCollection> requiredScopes,
        @Nullable Boolean breakable,
        long maxSeconds) {

    /** Everything as the defaults say. */
    public static final LockRules OPEN = new LockRules(null, null, 0);

    public LockRules {
        requiredScopes = requiredScopes == null ? null : List.copyOf(requiredScopes);
        Limits.check(maxSeconds >= 0, "the longest lock must not be negative");
    }

    /** A hash that is the same in every process and every version of Java. */
    public long digest() {
        long hash = maxSeconds * 31 + (breakable == null ? 2 : breakable ? 1 : 0);
        List<EntityCollection> scopes = requiredScopes;
        return hash * 31 + (scopes == null ? -1 : digest(scopes));
    }

    /** The hash of an enum differs between processes; this one does not. */
    public static long digest(List<EntityCollection> scopes) {
        long hash = scopes.size();
        for (EntityCollection scope : scopes) {
            hash = hash * 31 + scope.ordinal();
        }
        return hash;
    }
}
