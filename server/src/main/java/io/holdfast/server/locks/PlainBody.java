package io.holdfast.server.locks;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bodies that nearly all clients send, in one pass and without allocating a parser: a
 * flat object of known names, plain numbers and plain strings. Any other body is left to the full
 * parser, which also produces the error message.
 */
final class PlainBody {

    private static final int DIGITS_MAX = 18;

    private final byte[] bytes;
    private final Set<Field> allowed;
    private int at;

    private long waitSeconds;
    private long leaseSeconds;
    private long limit;
    private @Nullable String token;

    private PlainBody(byte[] bytes, Set<Field> allowed) {
        this.bytes = bytes;
        this.allowed = allowed;
    }

    /** Returns the body, or null if it needs the full parser. */
    static @Nullable LocksBody read(byte[] bytes, Set<Field> allowed) {
        PlainBody reader = new PlainBody(bytes, allowed);
        return reader.object()
                ? new LocksBody(reader.waitSeconds, reader.leaseSeconds, reader.limit, reader.token)
                : null;
    }

    private boolean object() {
        if (!take('{')) {
            return false;
        }
        if (take('}')) {
            return atEnd();
        }
        do {
            Field field = name();
            if (field == null || !take(':') || !value(field)) {
                return false;
            }
        } while (take(','));
        return take('}') && atEnd();
    }

    private @Nullable Field name() {
        if (!take('"')) {
            return null;
        }
        for (Field field : allowed) {
            byte[] name = field.bytes();
            int end = at + name.length;
            if (end < bytes.length
                    && bytes[end] == '"'
                    && Arrays.equals(name, 0, name.length, bytes, at, end)) {
                at = end + 1;
                return field;
            }
        }
        return null;
    }

    private boolean value(Field field) {
        skipBlanks();
        if (field == Field.TOKEN) {
            token = text();
            return token != null;
        }
        long number = number();
        switch (field) {
            case ACQUIRE_TIMEOUT_S, TIMEOUT_S -> waitSeconds = number;
            case LEASE_TTL_S -> leaseSeconds = number;
            case LIMIT -> limit = number;
            case TOKEN, OWNER -> {
                return false;
            }
        }
        return number >= 0;
    }

    /** Reads digits without a leading zero, or returns -1 if there are none. */
    private long number() {
        int start = at;
        long value = 0;
        while (at < bytes.length && bytes[at] >= '0' && bytes[at] <= '9') {
            value = value * 10 + bytes[at] - '0';
            at++;
            if (at - start > DIGITS_MAX) {
                return -1;
            }
        }
        boolean padded = at - start > 1 && bytes[start] == '0';
        return at == start || padded ? -1 : value;
    }

    /** Reads a string of ASCII characters without escapes. */
    private @Nullable String text() {
        if (!take('"')) {
            return null;
        }
        int start = at;
        while (at < bytes.length && bytes[at] >= ' ' && bytes[at] != '"' && bytes[at] != '\\') {
            at++;
        }
        if (at == bytes.length || bytes[at] != '"') {
            return null;
        }
        String text = new String(bytes, start, at - start, StandardCharsets.ISO_8859_1);
        at++;
        return text;
    }

    private boolean take(char expected) {
        skipBlanks();
        if (at < bytes.length && bytes[at] == expected) {
            at++;
            return true;
        }
        return false;
    }

    private boolean atEnd() {
        skipBlanks();
        return at == bytes.length;
    }

    private void skipBlanks() {
        while (at < bytes.length
                && (bytes[at] == ' '
                        || bytes[at] == '\n'
                        || bytes[at] == '\r'
                        || bytes[at] == '\t')) {
            at++;
        }
    }
}
