package io.holdfast.server;

import java.net.http.HttpResponse;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** An HTTP reply with accessors for tests. */
public record Reply(int status, HttpResponse<String> http) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    public static JsonNode parse(String json) {
        return MAPPER.readTree(json);
    }

    public String body() {
        return http.body();
    }

    public JsonNode json() {
        return parse(body());
    }

    /** Returns a body field as text, or "" if it is absent. */
    public String text(String field) {
        return json().path(field).asString("");
    }

    public String error() {
        return text("error");
    }

    public String token() {
        return text("token");
    }

    public long fence() {
        return json().path("fence").asLong(0);
    }

    public Optional<String> header(String name) {
        return http.headers().firstValue(name);
    }

    @Override
    public String toString() {
        return status + " " + body();
    }
}
