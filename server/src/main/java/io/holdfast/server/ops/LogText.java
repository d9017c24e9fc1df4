package io.holdfast.server.ops;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Users' text on its way into a log: nothing in it can start a line, move a cursor or turn the
 * reading direction, and it is cut to a length.
 */
public final class LogText {

    public static final int MAX_CHARS = 256;

    private LogText() {}

    public static String of(@Nullable String text) {
        if (text == null) {
            return "";
        }
        int end = Math.min(text.length(), MAX_CHARS);
        int at = 0;
        while (at < end && isPlain(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            return text;
        }
        StringBuilder out = new StringBuilder(end + 16).append(text, 0, at);
        for (; at < end; at++) {
            char c = text.charAt(at);
            if (isPlain(c)) {
                out.append(c);
            } else {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        return end < text.length() ? out.append("...").toString() : out.toString();
    }

    /** Controls, separators of lines and everything that formats text invisibly are not. */
    private static boolean isPlain(char c) {
        if (c >= ' ' && c < 0x7f) {
            return c != '\\';
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
