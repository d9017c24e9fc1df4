package io.holdfast.cli.common;

import io.holdfast.client.json.Json;
import io.holdfast.client.json.JsonException;
import io.holdfast.client.json.JsonObject;

/** Reads an error response of the server. */
final class Refusal {

    private static final int TEXT_MAX = 300;

    private Refusal() {}

    /** Returns the detail of an error, or its code, or the whole body. */
    static String words(String body) {
        String text = Style.safe(said(body));
        return text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + " ..." : text;
    }

    private static String said(String body) {
        try {
            JsonObject json = Json.object(body);
            return json.text("detail", json.text("error", body.strip()));
        } catch (JsonException e) {
            return body.strip();
        }
    }
}
