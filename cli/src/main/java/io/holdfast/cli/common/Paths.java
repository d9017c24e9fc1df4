package io.holdfast.cli.common;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Writes texts into paths. */
public final class Paths {

    private Paths() {}

    /** Returns a text as one segment of a path, or as a value of a query. */
    public static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
