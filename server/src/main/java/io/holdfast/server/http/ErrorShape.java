package io.holdfast.server.http;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** How a dialect words the refusals that the edge makes on its behalf. */
@FunctionalInterface
public interface ErrorShape {

    /** The plain shape: {@code {"error":code,"detail":text}} and a newline. */
    ErrorShape JSON =
            (problem, detail) -> new ErrorReply(problem.status(), json(problem.code(), detail));

    ErrorReply render(Problem problem, @Nullable String detail);

    /** A status with its JSON body, newline included. */
    record ErrorReply(int status, byte[] json) {}

    /** Renders the plain shape for any code. */
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
