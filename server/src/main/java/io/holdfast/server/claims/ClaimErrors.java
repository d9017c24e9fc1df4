package io.holdfast.server.claims;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.ClaimRefused;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.server.http.ErrorShape.ErrorReply;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Errors of the claims API: an object with the invalid parts as keys, as in Nessy, and always a
 * {@code message}.
 */
final class ClaimErrors {

    static final String MESSAGE = "message";
    private static final String CLASS = "exception_class";
    private static final String INVALID = "InvalidRequest";
    private static final JsonFactory FACTORY = new JsonFactory();

    private ClaimErrors() {}

    /** Encodes errors of the HTTP layer. A temporary error is never a 4xx. */
    static ErrorReply of(Problem problem, @Nullable String detail) {
        int status = problem == Problem.RATE_LIMITED ? 503 : problem.status();
        String text = problem.code().replace('_', ' ');
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(MESSAGE, detail == null ? text : detail);
        return new ErrorReply(status, json(fields));
    }

    static void notFound(Exchange exchange) {
        reply(exchange, 404, Map.of(MESSAGE, "No claim found"));
    }

    static void reply(Exchange exchange, int status, Map<String, ?> fields) {
        exchange.reply(status, json(fields));
    }

    static void refuse(Exchange exchange, BadClaim bad) {
        Map<String, Object> fields = new LinkedHashMap<>(bad.faults());
        fields.putIfAbsent(MESSAGE, bad.message());
        reply(exchange, 400, fields);
    }

    /**
     * Replies why the claim was not changed.
     *
     * @param asked the requested status; null if the ttl was to change
     */
    static void refuse(Exchange exchange, ClaimRefused refused, @Nullable ClaimStatus asked) {
        ClaimStatus status = refused.status();
        String from = status == null ? "" : status.text();
        switch (refused.reason()) {
            case NOT_FOUND -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("claim_id", refused.id());
                fields.put(MESSAGE, "No claim found");
                fields.put(CLASS, "ClaimNotFound");
                reply(exchange, 404, fields);
            }
            case FORBIDDEN -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("claim_id", refused.id());
                fields.put(MESSAGE, "Changing another principal's claim requires the role admin");
                reply(exchange, 403, fields);
            }
            case HELD -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("active_claim_id", refused.id());
                fields.put(MESSAGE, "Resource is locked by another claim");
                fields.put(CLASS, "ConflictException");
                reply(exchange, 409, fields);
            }
            case TTL_OF_INACTIVE -> invalid(exchange, refused, "Failed to update ttl");
            case RELEASE_OF_INACTIVE -> invalid(exchange, refused, "Failed to remove lock.");
            case FINAL -> invalid(exchange, refused, cannot(asked, from));
            case ACTIVATION_OF_FINAL -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("status", from);
                fields.put(MESSAGE, cannot(asked, from));
                fields.put(CLASS, INVALID);
                reply(exchange, 400, fields);
            }
            case NOBODY_ELIGIBLE -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put(MESSAGE, "Found no eligible claims for this resource");
                fields.put(CLASS, INVALID);
                reply(exchange, 400, fields);
            }
        }
    }

    private static String cannot(@Nullable ClaimStatus asked, String from) {
        String to = asked == null ? "" : asked.text();
        return "Cannot set status to \"" + to + "\" from \"" + from + "\"";
    }

    private static void invalid(Exchange exchange, ClaimRefused refused, String message) {
        ClaimStatus status = refused.status();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("claim_id", refused.id());
        fields.put("status", status == null ? "" : status.text());
        fields.put(MESSAGE, message);
        fields.put(CLASS, INVALID);
        reply(exchange, 400, fields);
    }

    /**
     * Encodes outcomes that every command may have. Temporary ones get 503: on a 4xx Nessy's client
     * kills its user's program.
     */
    static ErrorReply shared(Outcome.Shared outcome, String text) {
        return switch (outcome) {
            case Outcome.Unknown _ -> new ErrorReply(503, json(Map.of(MESSAGE, text)));
            case Outcome.Refused(Refusal reason) ->
                new ErrorReply(
                        reason == Refusal.REQUEST_MISMATCH ? 422 : 503,
                        json(Map.of(MESSAGE, text)));
        };
    }

    private static byte[] json(Map<String, ?> fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(128);
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.writeStartObject();
            for (Map.Entry<String, ?> field : fields.entrySet()) {
                json.writeFieldName(field.getKey());
                if (field.getValue() instanceof Long number) {
                    json.writeNumber(number);
                } else {
                    json.writeString(String.valueOf(field.getValue()));
                }
            }
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
