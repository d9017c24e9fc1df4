package io.holdfast.cli.look;

import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.Endings;
import io.holdfast.cli.common.Style;
import io.holdfast.client.Event;
import io.holdfast.client.Holdfast;
import io.holdfast.client.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints one line for each event. */
final class EventLines {

    private final Console console;
    private final Style style;
    private final boolean json;

    /** Asked why grants were broken, which their events do not say. */
    private final Holdfast client;

    EventLines(Console console, boolean json, Holdfast client) {
        this.console = console;
        this.client = client;
        this.style = console.style();
        this.json = json;
    }

    void print(Event event) {
        console.out().println(json ? json(event) : text(event));
        console.out().flush();
    }

    private static String json(Event event) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("id", event.id());
        all.put("event", event.kind());
        all.putAll(event.fields());
        return Json.write(all);
    }

    private String text(Event event) {
        StringBuilder text = new StringBuilder();
        text.append(event.at() == null ? " ".repeat(19) : style.dim(Resource.time(event.at())))
                .append("  ")
                .append(coloured(event.kind()))
                .append(" ".repeat(Math.max(0, 11 - event.kind().length())));
        if (event.key() != null) {
            text.append(event.api())
                    .append(' ')
                    .append(style.bold(Style.safe(event.key())))
                    .append("  ");
        }
        if (event.owner() != null) {
            text.append(Style.safe(event.owner())).append("  ");
        }
        detail(text, event);
        return text.toString().stripTrailing();
    }

    private void detail(StringBuilder text, Event event) {
        Map<String, @Nullable Object> fields = event.fields();
        if (event.fence() != 0) {
            text.append("fence ").append(event.fence()).append("  ");
        }
        if (fields.get("position") != null) {
            text.append("position ").append(fields.get("position")).append("  ");
        }
        millis(text, "held for ", fields.get("held_ms"));
        if (!Long.valueOf(0).equals(fields.get("waited_ms"))) {
            millis(text, "waited ", fields.get("waited_ms"));
        }
        if (event.kind().equals("broken") && event.api() != null && event.key() != null) {
            String ending = Endings.find(client, event.api(), event.key(), event.fence());
            text.append(style.dim(ending)).append("  ");
        }
        for (String name : new String[] {"reason", "detail"}) {
            if (fields.get(name) instanceof String value && !value.equals(event.kind())) {
                text.append(style.dim(Style.safe(value))).append("  ");
            }
        }
    }

    private static void millis(StringBuilder text, String label, @Nullable Object value) {
        if (value instanceof Long millis) {
            text.append(label).append(Resource.seconds(millis / 1000.0)).append("  ");
        }
    }

    private String coloured(String kind) {
        return switch (kind) {
            case "granted" -> style.good(kind);
            case "queued" -> style.warn(kind);
            case "broken", "expired", Event.GAP -> style.bad(kind);
            default -> kind;
        };
    }
}
