package io.holdfast.server.openapi;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.holdfast.server.Reply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Compares replies with the OpenAPI document. An undocumented field is an error too. */
public final class Conformance {

    private static final JsonNode DOCUMENT =
            closed(Reply.parse(new String(OpenApiDocument.json(), StandardCharsets.UTF_8)));
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private Conformance() {}

    static JsonNode document() {
        return DOCUMENT;
    }

    /** Throws if the document does not allow the reply. */
    public static void check(String method, String target, Reply reply) {
        String asked = target.contains("?") ? target.substring(0, target.indexOf('?')) : target;
        String path = asked.contains("/v1/claims")
                ? asPublished(asked)
                : asked.startsWith("/api/") ? asked.replaceFirst("/$", "") : asked;
        String template = template(path);
        JsonNode operation = template == null
                ? DOCUMENT.path("none")
                : DOCUMENT.path("paths").path(template).path(verb(method));
        if (operation.isMissingNode()) {
            checkUnknown(path, reply);
            return;
        }
        JsonNode responses = operation.path("responses");
        JsonNode response = responses.path(String.valueOf(reply.status()));
        if (response.isMissingNode()) {
            if (reply.status() < 400) {
                throw fault(reply, method + " " + template + " does not know this status");
            }
            response = responses.path("default");
        }
        if (response.has("$ref")) {
            response = DOCUMENT.at(response.path("$ref").asString().substring(1));
        }
        checkContent(method + " " + template, reply, response);
    }

    /** The claims API accepts a missing or an extra slash; the document lists one form. */
    private static String asPublished(String path) {
        String plain = path.startsWith("//") ? path.substring(1) : path;
        return plain.endsWith("/") ? plain : plain + "/";
    }

    /** Checks preflights and unmatched requests: an empty reply or an error. */
    private static void checkUnknown(String path, Reply reply) {
        if (reply.status() != 204) {
            String shape = shapeBelow(path);
            checkJson(reply, shape, ref("#/components/schemas/" + shape));
        }
    }

    private static String shapeBelow(String path) {
        if (path.startsWith("/l/") || path.equals("/l")) {
            return "PoolError";
        }
        if (path.startsWith("/api/")) {
            return "EntityError";
        }
        if (path.matches("/v1/(nodes|queue|me|status|export|agents|briefing|digest)(/.*)?")) {
            return "NodeError";
        }
        return path.startsWith("/v1/claims/") ? "ClaimError" : "ErrorBody";
    }

    private static void checkContent(String where, Reply reply, JsonNode response) {
        String type = reply.header("Content-Type").orElse("");
        JsonNode content = response.path("content");
        if (content.isMissingNode() || reply.http().request().method().equals("HEAD")) {
            if (!reply.body().isEmpty()) {
                throw fault(reply, where + " has no body");
            }
            return;
        }
        String plain = type.contains(";") ? type.substring(0, type.indexOf(';')) : type;
        JsonNode media = content.path(plain);
        if (media.isMissingNode()) {
            throw fault(reply, where + " is not of the type " + type);
        }
        if (plain.equals("application/json")) {
            checkJson(reply, where + " " + reply.status(), media.path("schema"));
        }
    }

    private static void checkJson(Reply reply, String name, JsonNode schema) {
        if (!reply.body().endsWith("\n")) {
            throw fault(reply, "the body does not end with a newline");
        }
        if (!reply.header("X-Content-Type-Options").orElse("").equals("nosniff")) {
            throw fault(reply, "nosniff is missing");
        }
        Schema compiled = SCHEMAS.computeIfAbsent(name, any -> {
            ObjectNode whole = (ObjectNode) schema.deepCopy();
            whole.set("$defs", DOCUMENT.path("components").path("schemas"));
            String text = whole.toString().replace("#/components/schemas/", "#/$defs/");
            return REGISTRY.getSchema(text);
        });
        List<Error> errors = compiled.validate(reply.json());
        if (!errors.isEmpty()) {
            throw fault(reply, errors.toString());
        }
    }

    private static AssertionError fault(Reply reply, String why) {
        return new AssertionError("the OpenAPI document does not allow " + reply + ": " + why);
    }

    private static String verb(String method) {
        return switch (method) {
            case "HEAD" -> "get";
            case "LOCK", "UNLOCK" -> "x-" + method.toLowerCase(Locale.ROOT);
            default -> method.toLowerCase(Locale.ROOT);
        };
    }

    private static JsonNode ref(String to) {
        return Reply.parse("{\"$ref\":\"" + to + "\"}");
    }

    private static @Nullable String template(String path) {
        for (Map.Entry<String, JsonNode> entry : DOCUMENT.path("paths").properties()) {
            String pattern = "\\Q"
                    + entry.getKey()
                            .replace("{path}", "\\E.+\\Q")
                            .replaceAll("\\{[a-z]+}", "\\\\E[^/]+\\\\Q")
                    + "\\E";
            if (Pattern.matches(pattern, path)) {
                return entry.getKey();
            }
        }
        return null;
    }

    /** Allows no undocumented fields. Clients must accept new ones; these tests must not. */
    private static JsonNode closed(JsonNode document) {
        for (JsonNode schema : document.path("components").path("schemas")) {
            if (schema.has("properties") && !schema.has("additionalProperties")) {
                ((ObjectNode) schema).put("additionalProperties", false);
            }
        }
        return document;
    }
}
