package io.holdfast.server.entities;

import com.fasterxml.jackson.core.JsonToken;
import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.text.JsonText;
import io.holdfast.server.text.JsonValues;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Handles faults, which an entity reports about itself. No lock ever prevents a report. */
final class Faults {

    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_.:-]{1,128}");
    private static final int MESSAGE_MAX = 8192;
    private static final String SEVERITY = "ERROR";

    private Faults() {}

    static Map<String, Object> json(EntityAnswer.Item item) {
        Map<String, Bodies.Member> kept = Bodies.members(item.value().bytes());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("fault_code", item.key());
        json.put("severity", value(kept, "severity", SEVERITY));
        json.put("message", value(kept, "message", ""));
        json.put("timestamp", LockJson.instant(item.changedMillis()));
        json.put("source", item.entity());
        return json;
    }

    private static Object value(
            @Nullable Map<String, Bodies.Member> kept, String name, String otherwise) {
        Bodies.Member member = kept == null ? null : kept.get(name);
        return member == null ? otherwise : member.text();
    }

    static void report(EntityCalls calls, Store.Request request) {
        Map<String, Bodies.Member> body = Bodies.members(request.exchange().body());
        String code = body == null ? null : text(body, "fault_code", "");
        String severity = body == null ? null : text(body, "severity", SEVERITY);
        String message = body == null ? null : text(body, "message", "");
        EntityError fault = fault(code, severity, message);
        if (fault != null || code == null || severity == null || message == null) {
            (fault == null ? EntityError.badRequest("Invalid fault", null) : fault)
                    .reply(request.exchange());
            return;
        }
        Target target = request.target();
        Blob value = value(severity, message);
        calls.submit(
                request.exchange(),
                new EntitiesCommand.Report(
                        target.tenant(), target.type(), target.id(), code, value),
                outcome -> {
                    switch (outcome) {
                        case Outcome.Done _ -> reported(request, code, severity, message);
                        case Outcome.EntityMissing missing ->
                            EntityError.missing(target, missing).reply(request.exchange());
                        case Outcome.Shared shared -> Requests.refuse(request.exchange(), shared);
                    }
                });
    }

    private static void reported(
            Store.Request request, String code, String severity, String message) {
        request.exchange().header("Location", request.href(code));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("fault_code", code);
        json.put("severity", severity);
        json.put("message", message);
        json.put("source", request.target().id());
        request.exchange().reply(201, JsonValues.bytes(json));
    }

    private static @Nullable EntityError fault(
            @Nullable String code, @Nullable String severity, @Nullable String message) {
        if (code == null || severity == null || message == null) {
            return EntityError.badRequest(
                    "Invalid JSON in request body",
                    "expected an object with the texts fault_code, severity and message");
        }
        if (!CODE.matcher(code).matches()) {
            return EntityError.invalid(
                    "Invalid fault_code",
                    "fault_code must be 1 to 128 letters, digits, or one of _ . : -");
        }
        return severity.length() > 64 || message.length() > MESSAGE_MAX
                ? EntityError.invalid(
                        "Invalid fault",
                        "severity has at most 64 characters, message at most " + MESSAGE_MAX)
                : null;
    }

    /** Returns a string or an integer as text, or null for any other value. */
    private static @Nullable String text(
            Map<String, Bodies.Member> body, String name, String otherwise) {
        Bodies.Member member = body.get(name);
        if (member == null || member.token() == JsonToken.VALUE_NULL) {
            return otherwise;
        }
        JsonToken token = member.token();
        boolean plain = token == JsonToken.VALUE_STRING || token == JsonToken.VALUE_NUMBER_INT;
        return plain ? member.text() : null;
    }

    private static Blob value(String severity, String message) {
        StringBuilder json = new StringBuilder("{\"severity\":\"");
        JsonText.escape(json, severity);
        json.append("\",\"message\":\"");
        JsonText.escape(json, message);
        return new Blob(json.append("\"}").toString().getBytes(StandardCharsets.UTF_8));
    }
}
