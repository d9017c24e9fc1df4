package io.holdfast.server.auth.oidc;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where in a token something stands: a claim's name, or names with dots between them for objects in
 * objects, such as {@code realm_access.roles}. A claim whose own name has dots, as those that are
 * URLs do, comes before one that is reached through objects.
 */
public record ClaimPath(String text) {

    public ClaimPath {
        if (text.isBlank()) {
            throw new IllegalArgumentException("a claim without a name");
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

    /** The one text that stands there; null where it is anything else. */
    @Nullable
    String one(Map<String, Object> claims) {
        return find(claims) instanceof String one && !one.isEmpty() ? one : null;
    }

    /** All texts of a list, or all words of a text, as {@code scope} has them. */
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
