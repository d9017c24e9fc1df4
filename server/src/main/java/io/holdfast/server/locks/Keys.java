package io.holdfast.server.locks;

import io.holdfast.core.value.Limits;
import io.holdfast.core.value.Token;
import io.holdfast.server.edge.Owners;
import io.holdfast.server.text.ControlCharacters;
import io.holdfast.server.text.Hex;

import org.jspecify.annotations.Nullable;

/** Validates the keys and tokens of the locks API. */
final class Keys {

    private Keys() {}

    /** Returns why the text is not a valid key, or null if it is valid. */
    static @Nullable String complaint(String key) {
        int bytes = Owners.utf8Length(key);
        if (bytes < 1 || bytes > Limits.KEY_BYTES_MAX) {
            return "key must be 1 to " + Limits.KEY_BYTES_MAX + " bytes of UTF-8";
        }
        if (hasBlank(key)) {
            return "key must not contain space, tab, CR or LF";
        }
        return ControlCharacters.in(key) ? "key must not contain control characters" : null;
    }

    /** Parses a token. A malformed token is not an error: it becomes a token without a holder. */
    static Token token(@Nullable String text) throws BadBody {
        if (text == null || text.isEmpty()) {
            throw new BadBody("token must not be empty");
        }
        int bytes = Owners.utf8Length(text);
        if (bytes < 0 || bytes > Limits.TOKEN_BYTES_MAX) {
            throw new BadBody("token must be at most " + Limits.TOKEN_BYTES_MAX + " bytes");
        }
        if (hasBlank(text)) {
            throw new BadBody("token must not contain space, tab, CR or LF");
        }
        return Hex.isId(text) ? new Token(Hex.parse(text, 0), Hex.parse(text, 16)) : Token.NONE;
    }

    private static boolean hasBlank(String text) {
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case ' ', '\t', '\r', '\n' -> {
                    return true;
                }
                default -> {}
            }
        }
        return false;
    }
}
