package io.holdfast.server.entities;

import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Route;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The part of a path below a collection. */
final class Segments {

    private static final String PLAIN = "-._~";

    private Segments() {}

    /** Returns the segments below the collection; empty for the collection itself. */
    static List<String> below(Exchange exchange) {
        Route route = exchange.route();
        if (route == null || !route.template().endsWith("/{path}")) {
            return List.of();
        }
        String rest = exchange.pathParameter(3);
        String plain = rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
        return plain.isEmpty() ? List.of() : List.of(plain.split("/", -1));
    }

    /** Percent-encodes a path segment. */
    static String encode(String segment) {
        StringBuilder out = new StringBuilder();
        for (byte b : segment.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = b >= '0' && b <= '9'
                    || b >= 'A' && b <= 'Z'
                    || b >= 'a' && b <= 'z'
                    || b > 0 && PLAIN.indexOf(b) >= 0;
            if (plain) {
                out.append((char) b);
            } else {
                out.append('%')
                        .append(Character.toUpperCase(Character.forDigit(b >> 4 & 0xf, 16)))
                        .append(Character.toUpperCase(Character.forDigit(b & 0xf, 16)));
            }
        }
        return out.toString();
    }
}
