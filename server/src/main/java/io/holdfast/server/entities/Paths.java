package io.holdfast.server.entities;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the paths of other servers' requests apart, as strictly as our own. */
final class Paths {

    static final String RULE = "no empty, \".\" or \"..\" segment, and no encoded slash in an id";

    /** Type, id, collection: what a decision depends on. */
    private static final int DECISIVE = 3;

    private Paths() {}

    /**
     * The segments below the base path, decoded; none where the path is not below it. Null where
     * two servers could understand the path differently.
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
                    || segment.isEmpty() && !last) {
                return null;
            }
            if (!segment.isEmpty()) {
                all.add(segment);
            }
        }
        List<String> base = List.of("api", "v1");
        if (all.size() < base.size() || !all.subList(0, base.size()).equals(base)) {
            return List.of();
        }
        List<String> below = all.subList(base.size(), all.size());
        for (String segment : below.subList(0, Math.min(DECISIVE, below.size()))) {
            if (segment.indexOf('/') >= 0 || segment.indexOf('\\') >= 0) {
                return null;
            }
        }
        return below;
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
