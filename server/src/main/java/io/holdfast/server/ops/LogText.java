package io.holdfast.server.ops;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Escapes user text for logs, so that it cannot start a line, move a cursor or change the text
 * direction, and truncates it.
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

    /** Rejects control characters, line separators and invisible formatting characters. */
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
