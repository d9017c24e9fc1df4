package io.holdfast.cli.common;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads an error response of the server. */
public final class Refusal {

    private static final int TEXT_MAX = 300;

    private Refusal() {}

    /** Returns the detail of an error, or its code, or the whole body. */
    static String words(String body) {
        Map<String, @Nullable Object> json = Json.object(body);
        Object said = json.getOrDefault("detail", json.get("error"));
        String text = said == null ? body.strip() : said.toString();
        return text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + " ..." : text;
    }
}
