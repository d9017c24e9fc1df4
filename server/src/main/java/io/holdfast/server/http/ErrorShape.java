package io.holdfast.server.http;

import io.holdfast.server.text.JsonText;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The error format of an API, for errors that the HTTP listener reports on its behalf. */
@FunctionalInterface
public interface ErrorShape {

    /** The default format: {@code {"error":code,"detail":text}} and a newline. */
    ErrorShape JSON =
            (problem, detail) -> new ErrorReply(problem.status(), json(problem.code(), detail));

    ErrorReply render(Problem problem, @Nullable String detail);

    /** A status with its JSON body, newline included. */
    record ErrorReply(int status, byte[] json) {}

    /** Renders the default format for any code. */
    static byte[] json(String code, @Nullable String detail) {
        StringBuilder text = new StringBuilder(64).append("{\"error\":\"");
        JsonText.escape(text, code);
        if (detail != null) {
            text.append("\",\"detail\":\"");
            JsonText.escape(text, detail);
        }
        return text.append("\"}\n").toString().getBytes(StandardCharsets.UTF_8);
    }
}
