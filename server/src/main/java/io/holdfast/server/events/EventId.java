package io.holdfast.server.events;

import org.jspecify.annotations.Nullable;

/** The place of an event in the log, the same at every member: {@code INDEX.OFFSET}. */
record EventId(long index, int offset) {

    /** Returns null if the text is not an id. */
    static @Nullable EventId of(String text) {
        int dot = text.indexOf('.');
        try {
            return dot <= 0
                    ? null
                    : new EventId(
                            Long.parseLong(text, 0, dot, 10),
                            Integer.parseInt(text, dot + 1, text.length(), 10));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
