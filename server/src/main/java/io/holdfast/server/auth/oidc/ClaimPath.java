package io.holdfast.server.auth.oidc;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The location of a claim: its name, or dot-separated names for nested objects, such as
 * {@code realm_access.roles}. A claim whose own name contains dots, such as a URL, takes precedence
 * over a nested one.
 */
public record ClaimPath(String text) {

    public ClaimPath {
        if (text.isBlank()) {
            throw new IllegalArgumentException("empty claim name");
        }
    }

    private @Nullable Object find(Map<?, ?> claims) {
        return find(claims, text);
    }

    private static @Nullable Object find(Map<?, ?> claims, String path) {
        if (claims.containsKey(path)) {
            return claims.get(path);
        }
        for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
            if (claims.get(path.substring(0, dot)) instanceof Map<?, ?> inner) {
                Object found = find(inner, path.substring(dot + 1));
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** Returns the claim if it is a single string; otherwise null. */
    @Nullable
    String one(Map<String, Object> claims) {
        return find(claims) instanceof String one && !one.isEmpty() ? one : null;
    }

    /** Returns the strings of a list, or the words of a string such as {@code scope}. */
    List<String> words(Map<String, Object> claims) {
        return switch (find(claims)) {
            case String text -> List.of(text.strip().split("\\s+"));
            case List<?> list -> list.stream().flatMap(ClaimPath::text).toList();
            case null, default -> List.of();
        };
    }

    private static Stream<String> text(@Nullable Object item) {
        return item instanceof String text ? Stream.of(text) : Stream.empty();
    }
}
