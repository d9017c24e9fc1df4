package io.holdfast.cli.common;

import io.holdfast.client.Holdfast;
import io.holdfast.client.HoldfastException;
import io.holdfast.client.json.Json;
import io.holdfast.client.json.JsonException;
import io.holdfast.client.json.JsonObject;

/** How a grant ended, from the history of its resource. */
public final class Endings {

    private Endings() {}

    /** Returns how the grant of a row ended, by whom and why. */
    public static String words(JsonObject row) {
        String by = row.text("by", "");
        String reason = row.text("reason", "");
        return Style.safe(row.text("end", "-")
                + (by.isEmpty() ? "" : " by " + by)
                + (reason.isEmpty() ? "" : ": " + reason));
    }

    /** Asks the server how a grant ended; empty if its history does not say. */
    public static String find(Holdfast client, String api, String key, long fence) {
        String path = "/v1/resources/" + api + "/" + Paths.segment(key);
        try {
            return Json.object(client.http().send("GET", path, null).body())
                    .objects("history")
                    .stream()
                    .filter(row -> row.number("fence", 0) == fence)
                    .findFirst()
                    .map(Endings::words)
                    .orElse("");
        } catch (HoldfastException | JsonException e) {
            return "";
        }
    }
}
