package io.holdfast.rig.wire;

import io.holdfast.client.json.Json;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The outcome of a request. */
public sealed interface Answer {

    /** The server answered. */
    record Reply(int status, Map<String, String> headers, String body) implements Answer {

        /** Returns a text field of the answer; empty if it is missing. */
        public String text(String field) {
            return Objects.toString(json().get(field), "");
        }

        public long number(String field) {
            return json().get(field) instanceof Number number ? number.longValue() : -1;
        }

        public Map<String, @Nullable Object> json() {
            return body.isEmpty() ? Map.of() : Json.object(body).fields();
        }

        /** Returns the error code; empty if there is none. */
        public String error() {
            return text("error");
        }

        /** Returns a text for reports and comparisons. */
        public String line() {
            return status + " " + body.strip();
        }
    }

    /** The request may or may not have been applied: the connection ended after it was sent. */
    record Lost(String why) implements Answer {}

    /** The request was certainly not applied: the connection failed before it was sent. */
    record NotSent(String why) implements Answer {}
}
