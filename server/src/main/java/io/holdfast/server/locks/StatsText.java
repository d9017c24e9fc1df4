package io.holdfast.server.locks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.Query.HolderRow;
import io.holdfast.core.query.Query.KeyRow;
import io.holdfast.core.query.Query.StatsAnswer;
import io.holdfast.core.query.Query.StatsPart;
import io.holdfast.core.value.KeyKind;
import io.holdfast.server.edge.JsonSteps.Part;
import io.holdfast.server.edge.JsonSteps.Step;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the statistics as one line of JSON. Over HTTP they include each holder and the time of its
 * grant. Clients of the line protocol know only dflockd's fields and may reject others.
 */
public enum StatsText {
    HTTP(true),
    LINE(false);

    private static final JsonFactory FACTORY =
            new JsonFactory().setCharacterEscapes(new HtmlEscapes());

    /** The lists of the reply, in order. */
    private static final List<Section> SECTIONS = List.of(
            new Section("locks", new StatsPart(KeyKind.LOCK, false)),
            new Section("semaphores", new StatsPart(KeyKind.SEMAPHORE, false)),
            new Section("idle_locks", new StatsPart(KeyKind.LOCK, true)),
            new Section("idle_semaphores", new StatsPart(KeyKind.SEMAPHORE, true)));

    private record Section(String name, StatsPart part) {

        boolean has(KeyRow row) {
            boolean idle = row.held() == 0 && row.waiters() == 0;
            return row.kind() == part.kind() && idle == part.idle();
        }
    }

    private final boolean additions;

    StatsText(boolean additions) {
        this.additions = additions;
    }

    /** Returns a JSON factory that escapes characters as dflockd does. */
    public static JsonFactory factory() {
        return FACTORY;
    }

    /**
     * Returns the reads that the reply needs. If one page contains all keys, the reply is a
     * consistent snapshot; otherwise each list is read separately, page by page.
     */
    public Step<StatsAnswer> steps(String tenant) {
        return new Step<>(new Query.LocksStats(tenant), (page, parts) -> {
            parts.accept(json -> {
                json.writeStartObject();
                json.writeNumberField("connections", page.connections());
            });
            if (page.last() != Query.END) {
                return section(tenant, 0, 0);
            }
            for (Section section : SECTIONS) {
                parts.accept(json -> json.writeArrayFieldStart(section.name()));
                rows(page.keys(), section, parts);
                parts.accept(JsonGenerator::writeEndArray);
            }
            parts.accept(StatsText::end);
            return null;
        });
    }

    private Step<StatsAnswer> section(String tenant, int number, long after) {
        Section section = SECTIONS.get(number);
        return new Step<>(new Query.LocksStats(tenant, section.part(), after), (page, parts) -> {
            if (after == 0) {
                parts.accept(json -> json.writeArrayFieldStart(section.name()));
            }
            rows(page.keys(), section, parts);
            if (page.last() != Query.END) {
                return section(tenant, number, page.last());
            }
            parts.accept(JsonGenerator::writeEndArray);
            if (number + 1 < SECTIONS.size()) {
                return section(tenant, number + 1, 0);
            }
            parts.accept(StatsText::end);
            return null;
        });
    }

    private void rows(List<KeyRow> rows, Section section, Consumer<Part> parts) {
        for (KeyRow row : rows) {
            if (section.has(row)) {
                parts.accept(json -> row(json, row, section.part().idle()));
            }
        }
    }

    private static void end(JsonGenerator json) throws IOException {
        json.writeEndObject();
        json.writeRaw('\n');
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
                    json.writeNumberField("holders", row.held());
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

    /** Writes fields that dflockd lacks: holders, grant times, and when the oldest wait began. */
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

    /** Writes seconds with up to three decimal places, without trailing zeros. */
    private static void seconds(JsonGenerator json, String name, long nanos) throws IOException {
        long millis = Math.max(0, nanos) / 1_000_000;
        BigDecimal seconds = BigDecimal.valueOf(millis, 3).stripTrailingZeros();
        json.writeFieldName(name);
        json.writeNumber(seconds.toPlainString());
    }

    /** Escapes HTML characters in addition, as dflockd's encoder does. */
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
