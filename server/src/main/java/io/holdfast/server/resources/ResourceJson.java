package io.holdfast.server.resources;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.core.query.PastGrant;
import io.holdfast.core.query.PastUse;
import io.holdfast.core.query.PastWait;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.Query.HolderRow;
import io.holdfast.core.query.ResourceAnswer;
import io.holdfast.core.query.ResourceAnswer.PastRow;
import io.holdfast.core.query.ResourceAnswer.Row;
import io.holdfast.core.query.ResourceAnswer.WaiterRow;
import io.holdfast.core.value.Estimate;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import io.holdfast.server.edge.ApiNames;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes resources as JSON. Secrets are not part of the answers that it gets. */
final class ResourceJson {

    static final JsonFactory FACTORY = new JsonFactory();

    private ResourceJson() {}

    /** Writes one resource of a list, with the holder of its oldest grant. */
    static void row(JsonGenerator json, Row row) throws IOException {
        json.writeStartObject();
        fields(json, row);
        if (row.first() != null) {
            json.writeFieldName("holder");
            holder(json, row.name().space(), row.first());
        }
        json.writeEndObject();
    }

    /** Writes one resource with its holders and its queue. */
    static void whole(JsonGenerator json, ResourceAnswer answer) throws IOException {
        json.writeStartObject();
        fields(json, answer.row());
        Space space = answer.row().name().space();
        json.writeArrayFieldStart("holders");
        for (HolderRow holder : answer.holders()) {
            holder(json, space, holder);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("queue");
        int position = 1;
        for (WaiterRow waiter : answer.waiters()) {
            waiter(json, space, waiter, position);
            position++;
        }
        json.writeEndArray();
        estimate(json, "hold_s", answer.hold());
        json.writeArrayFieldStart("history");
        for (PastUse use : answer.history()) {
            json.writeStartObject();
            past(json, space, use);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeRaw('\n');
    }

    /** Writes one row of a list of past grants and waits. */
    static void past(JsonGenerator json, PastRow row) throws IOException {
        json.writeStartObject();
        name(json, row.name());
        past(json, row.name().space(), row.use());
        json.writeEndObject();
    }

    private static void past(JsonGenerator json, Space space, PastUse use) throws IOException {
        switch (use) {
            case PastGrant grant -> past(json, space, grant);
            case PastWait wait -> past(json, space, wait);
        }
    }

    private static void past(JsonGenerator json, Space space, PastGrant grant) throws IOException {
        json.writeStringField("kind", "grant");
        owner(json, space, grant.owner(), grant.session());
        json.writeNumberField("fence", grant.fence());
        json.writeNumberField("slot", grant.slot());
        instant(json, "queued", grant.queuedMillis());
        millis(json, "waited_s", grant.waitedMillis());
        instant(json, "since", grant.sinceMillis());
        instant(json, "ended", grant.endedMillis());
        millis(json, "held_s", grant.heldMillis());
        end(json, grant.end(), grant.by(), grant.reason());
    }

    private static void past(JsonGenerator json, Space space, PastWait wait) throws IOException {
        json.writeStringField("kind", "wait");
        owner(json, space, wait.owner(), wait.session());
        instant(json, "queued", wait.sinceMillis());
        millis(json, "waited_s", wait.waitedMillis());
        instant(json, "ended", wait.endedMillis());
        end(json, wait.end(), wait.by(), wait.reason());
    }

    private static void end(
            JsonGenerator json, Enum<?> end, @Nullable String by, @Nullable String reason)
            throws IOException {
        json.writeStringField("end", end.name().toLowerCase(Locale.ROOT));
        if (by != null) {
            json.writeStringField("by", by);
        }
        if (reason != null) {
            json.writeStringField("reason", reason);
        }
    }

    private static void fields(JsonGenerator json, Row row) throws IOException {
        name(json, row.name());
        if (row.limit() > 0) {
            json.writeNumberField("limit", row.limit());
        }
        json.writeNumberField("held", row.held());
        json.writeNumberField("waiting", row.queued());
        if (row.queued() > 0) {
            instant(json, "waiting_since", row.waitingSinceMillis());
        }
    }

    static void name(JsonGenerator json, ResourceName name) throws IOException {
        json.writeStringField("api", ApiNames.of(name.space()));
        json.writeStringField("key", name.key());
    }

    private static void holder(JsonGenerator json, Space space, HolderRow holder)
            throws IOException {
        json.writeStartObject();
        owner(json, space, holder.owner(), holder.session());
        grant(json, holder);
        json.writeEndObject();
    }

    /** Writes the fields of a grant, without those of its holder. */
    static void grant(JsonGenerator json, HolderRow holder) throws IOException {
        instant(json, "since", holder.sinceMillis());
        seconds(json, "expires_in_s", holder.remainingNanos());
        json.writeNumberField("fence", holder.fence());
        json.writeNumberField("slot", holder.slot());
    }

    private static void waiter(JsonGenerator json, Space space, WaiterRow waiter, int position)
            throws IOException {
        json.writeStartObject();
        json.writeNumberField("position", position);
        json.writeNumberField("id", waiter.id());
        owner(json, space, waiter.owner(), waiter.session());
        place(json, waiter);
        json.writeEndObject();
    }

    /** Writes the fields of a place in a queue, without those of its waiter. */
    static void place(JsonGenerator json, WaiterRow waiter) throws IOException {
        instant(json, "since", waiter.sinceMillis());
        if (waiter.remainingNanos() != Query.END) {
            seconds(json, "gives_up_in_s", waiter.remainingNanos());
        }
        json.writeBooleanField("in_call", waiter.inCall());
        estimate(json, "estimate_s", waiter.estimate());
    }

    /** Only holders of locks are sessions; those of other APIs have numbers of another kind. */
    private static void owner(JsonGenerator json, Space space, @Nullable String owner, long session)
            throws IOException {
        owner(json, owner);
        if (space == Space.LOCKS) {
            json.writeNumberField("session", session);
        }
    }

    static void owner(JsonGenerator json, @Nullable String owner) throws IOException {
        if (owner != null) {
            json.writeStringField("owner", owner);
        }
    }

    static void instant(JsonGenerator json, String name, long wallMillis) throws IOException {
        json.writeStringField(name, Instant.ofEpochMilli(wallMillis).toString());
    }

    private static void estimate(JsonGenerator json, String name, Estimate estimate)
            throws IOException {
        if (estimate.known()) {
            json.writeObjectFieldStart(name);
            millis(json, "low", estimate.lowMillis());
            millis(json, "typical", estimate.typicalMillis());
            millis(json, "high", estimate.highMillis());
            json.writeEndObject();
        }
    }

    static void seconds(JsonGenerator json, String name, long nanos) throws IOException {
        millis(json, name, Math.max(0, nanos) / 1_000_000);
    }

    /** Writes seconds with three decimal places. */
    private static void millis(JsonGenerator json, String name, long millis) throws IOException {
        json.writeFieldName(name);
        json.writeNumber(BigDecimal.valueOf(millis, 3).toPlainString());
    }
}
