package io.holdfast.rig.wire;

import java.util.Map;
import java.util.Objects;

/** What became of a request. */
public sealed interface Answer {

    /** The server answered. */
    record Reply(int status, Map<String, String> headers, String body) implements Answer {

        /** A text field of the answer; empty where it has none. */
        public String text(String field) {
            return Objects.toString(json().get(field), "");
        }

        public long number(String field) {
            return json().get(field) instanceof Number number ? number.longValue() : -1;
        }

        public Map<String, Object> json() {
            return body.isEmpty() ? Map.of() : Json.object(body);
        }

        /** The error code; empty where there is none. */
        public String error() {
            return text("error");
        }

        /** What may be shown and compared. */
        public String line() {
            return status + " " + body.strip();
        }
    }

    /** It may have been done or not: the connection ended after the request was sent. */
    record Lost(String why) implements Answer {}

    /** It was certainly not done: there was nobody to send it to. */
    record NotSent(String why) implements Answer {}
}
