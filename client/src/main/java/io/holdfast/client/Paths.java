package io.holdfast.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Encodes names for paths and queries. */
final class Paths {

    private Paths() {}

    /** Percent-encodes one segment of a path. */
    static String segment(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a key must not be empty");
        }
        return encode(name);
    }

    /** Returns the query with the parameters that have a value, or nothing. */
    static String query(Map<String, ? extends @Nullable Object> parameters) {
        StringBuilder query = new StringBuilder();
        parameters.forEach((name, value) -> {
            if (value != null) {
                query.append(query.length() == 0 ? '?' : '&');
                query.append(name).append('=').append(encode(String.valueOf(value)));
            }
        });
        return query.toString();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
