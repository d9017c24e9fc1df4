package io.holdfast.server.events;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.core.event.Event;
import io.holdfast.core.value.ResourceName;
import io.holdfast.server.edge.ApiNames;
import io.holdfast.server.text.LaneCheck;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes events in the format of server-sent events, each with one line of JSON. */
final class EventText {

    private static final JsonFactory FACTORY = new JsonFactory();

    private EventText() {}

    static void write(
            ByteArrayOutputStream out, EventBuffer.Entry entry, Event event, String kind) {
        assert LaneCheck.isOutside();
        line(out, "id: " + entry.index() + "." + entry.offset());
        line(out, "event: " + kind);
        data(out, json -> {
            json.writeStringField("at", Instant.ofEpochMilli(entry.wallMillis()).toString());
            fields(json, event);
        });
    }

    /** Writes a message of the stream itself, which has no place in the log. */
    static void note(ByteArrayOutputStream out, String kind, String detail) {
        line(out, "event: " + kind);
        data(out, json -> json.writeStringField("detail", detail));
    }

    /** Writes a change of the leader, without an id: the place of a reader in the log stays. */
    static void leader(ByteArrayOutputStream out, EventBuffer.Leader leader, boolean named) {
        line(out, "event: " + EventKind.LEADER_CHANGED.text());
        data(out, json -> {
            json.writeStringField(
                    "at", Instant.ofEpochMilli(leader.wallMillis()).toString());
            if (named) {
                json.writeStringField("leader", leader.member());
                json.writeNumberField("term", leader.term());
            }
        });
    }

    /** Writes a line that readers ignore, so that a connection without events is known to live. */
    static void keepAlive(ByteArrayOutputStream out) {
        line(out, ":");
        line(out, "");
    }

    private static void fields(JsonGenerator json, Event event) throws IOException {
        switch (event) {
            case Event.Granted e -> {
                resource(json, e.name());
                owner(json, e.owner());
                json.writeNumberField("fence", e.fence());
                json.writeNumberField("waited_ms", e.waitedNanos() / 1_000_000);
            }
            case Event.Queued e -> {
                resource(json, e.name());
                owner(json, e.owner());
                json.writeNumberField("position", e.position());
            }
            case Event.Ended e -> {
                resource(json, e.name());
                owner(json, e.owner());
                json.writeNumberField("fence", e.fence());
                json.writeStringField("reason", text(e.reason()));
                json.writeNumberField("held_ms", e.heldMillis());
            }
            case Event.WaitEnded e -> {
                resource(json, e.name());
                owner(json, e.owner());
                json.writeStringField("reason", text(e.reason()));
                json.writeNumberField("waited_ms", e.waitedNanos() / 1_000_000);
            }
            case Event.SessionOpened e -> {
                json.writeNumberField("session", e.session());
                owner(json, e.owner());
            }
            case Event.SessionEnded e -> {
                json.writeNumberField("session", e.session());
                owner(json, e.owner());
                json.writeStringField("reason", text(e.reason()));
            }
            case Event.SettingsChanged _, Event.Forgotten _, Event.ClaimMoved _ -> {}
        }
    }

    private static void resource(JsonGenerator json, ResourceName name) throws IOException {
        json.writeStringField("api", ApiNames.of(name.space()));
        json.writeStringField("key", name.key());
    }

    private static void owner(JsonGenerator json, @Nullable String owner) throws IOException {
        if (owner != null) {
            json.writeStringField("owner", owner);
        }
    }

    private static String text(Enum<?> reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }

    /** Writes the fields of an object. */
    private interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    private static void data(ByteArrayOutputStream out, Fields fields) {
        text(out, "data: ");
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        text(out, "\n\n");
    }

    private static void line(ByteArrayOutputStream out, String line) {
        text(out, line);
        out.write('\n');
    }

    private static void text(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
