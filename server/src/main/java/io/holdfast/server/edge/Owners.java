package io.holdfast.server.edge;

import io.holdfast.core.value.Limits;
import io.holdfast.server.text.ControlCharacters;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Display names. Those that clients choose prove nothing and are only checked for harmful
 * characters.
 */
public final class Owners {

    public static final String HEADER = "X-Holdfast-Owner";

    private Owners() {}

    /** Returns why a display name is invalid; null if it is valid. */
    public static @Nullable String complaint(String owner) {
        int bytes = utf8Length(owner);
        if (bytes < 1 || bytes > Limits.OWNER_BYTES_MAX) {
            return "owner must be 1 to " + Limits.OWNER_BYTES_MAX + " bytes of UTF-8";
        }
        return ControlCharacters.in(owner) ? "owner must not contain control characters" : null;
    }

    /** Returns the name if it can be shown; null if it cannot, or if there is none. */
    public static @Nullable String orNone(@Nullable String name) {
        return name != null && complaint(name) == null ? name : null;
    }

    /**
     * Decodes a header, which has one character per byte, as UTF-8. Returns null if it is invalid.
     */
    public static @Nullable String fromHeader(String header) {
        boolean ascii = true;
        for (int i = 0; i < header.length() && ascii; i++) {
            ascii = header.charAt(i) < 0x80;
        }
        if (ascii) {
            return header;
        }
        byte[] bytes = header.getBytes(StandardCharsets.ISO_8859_1);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** Returns the length of the text in UTF-8, or -1 if it has an unpaired surrogate. */
    public static int utf8Length(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes++;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(c)) {
                bytes += 3;
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                return -1;
            }
        }
        return bytes;
    }
}
