package io.holdfast.server.locks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import io.holdfast.core.command.KeyKind;
import io.holdfast.core.query.Query.HolderRow;
import io.holdfast.core.query.Query.KeyRow;
import io.holdfast.core.query.Query.StatsAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The statistics as JSON, one line. Over HTTP they also tell who holds what and since when; clients
 * of the line protocol know the original's fields alone, and may refuse others.
 */
public enum StatsText {
    HTTP(true),
    LINE(false);

    private static final JsonFactory FACTORY =
            new JsonFactory().setCharacterEscapes(new HtmlEscapes());

    /** An answer of more keys than this is written on a thread of its own. */
    private static final int KEYS_ON_LOOP_MAX = 1000;

    private final boolean additions;

    StatsText(boolean additions) {
        this.additions = additions;
    }

    /** Writes on the client's loop, because the node's thread has better things to do. */
    public void write(StatsAnswer stats, Executor loop, Consumer<byte[]> use) {
        Runnable write = () -> use.accept(json(stats));
        if (stats.keys().size() > KEYS_ON_LOOP_MAX) {
            Thread.ofVirtual().name("stats").start(write);
        } else {
            loop.execute(write);
        }
    }

    private byte[] json(StatsAnswer stats) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.writeStartObject();
            json.writeNumberField("connections", stats.connections());
            rows(json, "locks", stats.keys(), KeyKind.LOCK, false);
            rows(json, "semaphores", stats.keys(), KeyKind.SEMAPHORE, false);
            rows(json, "idle_locks", stats.keys(), KeyKind.LOCK, true);
            rows(json, "idle_semaphores", stats.keys(), KeyKind.SEMAPHORE, true);
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private void rows(
            JsonGenerator json, String name, List<KeyRow> rows, KeyKind kind, boolean idle)
            throws IOException {
        json.writeArrayFieldStart(name);
        for (KeyRow row : rows) {
            boolean rowIdle = row.holders().isEmpty() && row.waiters() == 0;
            if (row.kind() == kind && rowIdle == idle) {
                row(json, row, idle);
            }
        }
        json.writeEndArray();
    }

    private void row(JsonGenerator json, KeyRow row, boolean idle) throws IOException {
        json.writeStartObject();
        json.writeStringField("key", row.key());
        if (idle) {
            seconds(json, "idle_s", row.idleNanos());
        } else {
            switch (row.kind()) {
                case LOCK -> lock(json, row);
                case SEMAPHORE -> {
                    json.writeNumberField("limit", row.limit());
                    json.writeNumberField("holders", row.holders().size());
                }
            }
            json.writeNumberField("waiters", row.waiters());
            if (additions) {
                additions(json, row);
            }
        }
        json.writeEndObject();
    }

    private static void lock(JsonGenerator json, KeyRow row) throws IOException {
        HolderRow holder = row.holders().isEmpty() ? null : row.holders().getFirst();
        json.writeNumberField("owner_conn_id", holder == null ? 0 : holder.session());
        seconds(json, "lease_expires_in_s", holder == null ? 0 : holder.remainingNanos());
    }

    /** What the original does not tell: who, since when, and for how long others have waited. */
    private static void additions(JsonGenerator json, KeyRow row) throws IOException {
        json.writeArrayFieldStart("held_by");
        long sinceMillis = Long.MAX_VALUE;
        for (HolderRow holder : row.holders()) {
            json.writeStartObject();
            if (holder.owner() != null) {
                json.writeStringField("owner", holder.owner());
            }
            instant(json, "since", holder.sinceMillis());
            json.writeNumberField("fence", holder.fence());
            json.writeEndObject();
            sinceMillis = Math.min(sinceMillis, holder.sinceMillis());
        }
        json.writeEndArray();
        if (!row.holders().isEmpty()) {
            instant(json, "since", sinceMillis);
        }
        if (row.waiters() > 0) {
            instant(json, "waiting_since", row.waitingSinceMillis());
        }
    }

    private static void instant(JsonGenerator json, String name, long wallMillis)
            throws IOException {
        json.writeStringField(name, Instant.ofEpochMilli(wallMillis).toString());
    }

    /** Seconds with three places at most, and none where they would be zeros. */
    private static void seconds(JsonGenerator json, String name, long nanos) throws IOException {
        long millis = Math.max(0, nanos) / 1_000_000;
        BigDecimal seconds = BigDecimal.valueOf(millis, 3).stripTrailingZeros();
        json.writeFieldName(name);
        json.writeNumber(seconds.toPlainString());
    }

    /** The original's encoder also hides what a browser could take for markup. */
    private static final class HtmlEscapes extends CharacterEscapes {

        private static final long serialVersionUID = 1L;
        private final int[] ascii = standardAsciiEscapesForJSON();

        HtmlEscapes() {
            ascii['<'] = ESCAPE_CUSTOM;
            ascii['>'] = ESCAPE_CUSTOM;
            ascii['&'] = ESCAPE_CUSTOM;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return ascii.clone();
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return switch (character) {
                case '<' -> new SerializedString("\\u003c");
                case '>' -> new SerializedString("\\u003e");
                case '&' -> new SerializedString("\\u0026");
                case 0x2028 -> new SerializedString("\\u2028");
                case 0x2029 -> new SerializedString("\\u2029");
                default -> null;
            };
        }
    }
}
