package io.holdfast.spring;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Names of locks as keys of the server. */
final class Names {

    private static final int BYTES_MAX = 256;

    private Names() {}

    /**
     * Returns the key for a name. Spaces and control characters, which the server refuses, and the
     * percent sign are percent-encoded, so that different names remain different keys.
     *
     * @throws IllegalArgumentException if it is empty or too long
     */
    static String key(String prefix, Object lockKey) {
        if (!(lockKey instanceof String name)) {
            throw new IllegalArgumentException("a lock key must be a string, so that all instances"
                    + " of the application have the same; found " + lockKey);
        }
        StringBuilder key = new StringBuilder();
        (prefix + name).codePoints().forEach(character -> append(key, character));
        int bytes = key.toString().getBytes(StandardCharsets.UTF_8).length;
        if (bytes < 1 || bytes > BYTES_MAX) {
            throw new IllegalArgumentException(
                    "the lock key \"" + key + "\" has " + bytes + " bytes, but 1 to " + BYTES_MAX
                            + " are possible; use a hash of longer names");
        }
        return key.toString();
    }

    private static void append(StringBuilder key, int character) {
        if (character != '%'
                && !Character.isISOControl(character)
                && !Character.isSpaceChar(character)) {
            key.appendCodePoint(character);
            return;
        }
        for (byte part : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
            key.append('%').append(HexFormat.of().withUpperCase().toHexDigits(part));
        }
    }
}
