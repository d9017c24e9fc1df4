package io.holdfast.server.auth;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A token record as one line of JSON. */
public final class TokenJson {

    private static final int LINE_MAX_BYTES = 16 << 10;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(4)
                    .maxStringLength(1024)
                    .maxNumberLength(40)
                    .maxNameLength(256)
                    .maxTokenCount(200)
                    .maxDocumentLength(LINE_MAX_BYTES)
                    .build())
            .build();
    private static final Set<String> FIELDS = Set.of(
            "id", "sha256", "kind", "name", "owner", "tenant", "roles", "created", "expires");

    private TokenJson() {}

    static String write(TokenRecord record) {
        return write(record, Map.of("sha256", record.sha256()));
    }

    /** Writes the record for display, without the digest and with the given fields. */
    public static String write(TokenRecord record, Map<String, String> more) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("id", record.id());
            for (Map.Entry<String, String> field : more.entrySet()) {
                json.writeStringField(field.getKey(), field.getValue());
            }
            json.writeStringField("kind", record.kind().text());
            json.writeStringField("name", record.name());
            writeOptional(json, "owner", record.owner());
            json.writeStringField("tenant", record.tenant());
            json.writeArrayFieldStart("roles");
            for (Role role : new TreeSet<>(record.roles())) {
                json.writeString(role.text());
            }
            json.writeEndArray();
            json.writeStringField("created", record.created().toString());
            Instant expires = record.expires();
            writeOptional(json, "expires", expires == null ? null : expires.toString());
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void writeOptional(JsonGenerator json, String name, @Nullable String value)
            throws IOException {
        if (value != null) {
            json.writeStringField(name, value);
        }
    }

    /** Parses a line; an exception describes the error without showing the line. */
    static TokenRecord read(String line) {
        Map<String, String> texts = new LinkedHashMap<>();
        Set<Role> roles = EnumSet.noneOf(Role.class);
        try (JsonParser json = FACTORY.createParser(line)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("expected a JSON object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (!FIELDS.contains(name) || texts.containsKey(name)) {
                    throw new IllegalArgumentException("unknown or duplicate field");
                }
                json.nextToken();
                if (name.equals("roles")) {
                    texts.put(name, "");
                    readRoles(json, roles);
                } else {
                    texts.put(name, string(json, name));
                }
            }
            if (json.nextToken() != null) {
                throw new IllegalArgumentException("expected one JSON object");
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("expected a JSON object");
        }
        TokenRecord record = new TokenRecord(
                required(texts, "id"),
                required(texts, "sha256"),
                required(texts, "name"),
                texts.get("owner"),
                required(texts, "tenant"),
                roles,
                instant(texts, "created"),
                texts.containsKey("expires") ? instant(texts, "expires") : null);
        if (!record.kind().text().equals(required(texts, "kind"))) {
            throw new IllegalArgumentException(
                    "kind must be agent if there is an owner, else person");
        }
        return record;
    }

    private static void readRoles(JsonParser json, Set<Role> roles) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw new IllegalArgumentException("roles must be a list");
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            Role role = Role.of(string(json, "roles"));
            if (role == null) {
                throw new IllegalArgumentException("unknown role");
            }
            roles.add(role);
        }
    }

    private static String string(JsonParser json, String name) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw new IllegalArgumentException(name + " must be a string");
        }
        return json.getText();
    }

    private static String required(Map<String, String> texts, String name) {
        String text = texts.get(name);
        if (text == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return text;
    }

    private static Instant instant(Map<String, String> texts, String name) {
        try {
            return Instant.parse(required(texts, name));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(name + " must be an ISO 8601 time in UTC");
        }
    }
}
