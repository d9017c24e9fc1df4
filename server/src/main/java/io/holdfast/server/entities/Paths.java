package io.holdfast.server.entities;

import io.holdfast.server.text.ControlCharacters;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses request paths of other servers as strictly as Holdfast's own. */
final class Paths {

    static final String RULE =
            "expected no empty, \".\" or \"..\" segment, and no slash, semicolon or"
                    + " control character in what names the entity and the collection";

    private static final List<String> BASE = List.of("api", "v1");

    /** A decision depends on three segments: type, id, collection. */
    private static final int DECISIVE = 3;

    private Paths() {}

    /**
     * Returns the decoded segments below the base path, or an empty list if the path is not below
     * it. Returns null if two servers could interpret the path differently.
     */
    static @Nullable List<String> segments(String target) {
        int query = indexOfAny(target);
        String path = query < 0 ? target : target.substring(0, query);
        if (!path.startsWith("/")) {
            return null;
        }
        List<String> all = new ArrayList<>();
        String[] raw = path.substring(1).split("/", -1);
        for (int i = 0; i < raw.length; i++) {
            String segment = decode(raw[i]);
            boolean last = i == raw.length - 1;
            if (segment == null
                    || segment.equals(".")
                    || segment.equals("..")
                    || segment.isEmpty() && !last
                    || i < BASE.size() + DECISIVE && ControlCharacters.in(segment)) {
                return null;
            }
            if (!segment.isEmpty()) {
                all.add(segment);
            }
        }
        if (!isBelowBase(all)) {
            // Some servers drop parameters after a semicolon and would then see a path below the
            // base.
            return isBelowBase(all.stream().map(Paths::bare).toList()) ? null : List.of();
        }
        List<String> below = all.subList(BASE.size(), all.size());
        for (String segment : below.subList(0, Math.min(DECISIVE, below.size()))) {
            if (segment.indexOf('/') >= 0
                    || segment.indexOf('\\') >= 0
                    || segment.indexOf(';') >= 0) {
                return null;
            }
        }
        return below;
    }

    private static boolean isBelowBase(List<String> segments) {
        return segments.size() >= BASE.size()
                && segments.subList(0, BASE.size()).equals(BASE);
    }

    private static String bare(String segment) {
        int parameters = segment.indexOf(';');
        return parameters < 0 ? segment : segment.substring(0, parameters);
    }

    private static int indexOfAny(String target) {
        int query = target.indexOf('?');
        int fragment = target.indexOf('#');
        return query < 0 ? fragment : fragment < 0 ? query : Math.min(query, fragment);
    }

    private static @Nullable String decode(String segment) {
        if (segment.indexOf('%') < 0) {
            return segment;
        }
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
