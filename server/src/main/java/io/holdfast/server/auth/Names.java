package io.holdfast.server.auth;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The valid names of principals and tenants that come from a token issuer or a proxy. A name is
 * accepted unchanged or rejected. Nothing is truncated, folded or replaced, because two different
 * names must never become the same principal.
 */
public final class Names {

    private static final int PRINCIPAL_BYTES_MAX = 255;

    /** Printable, but risky if a name is put into a page or a command line. */
    private static final String UNWANTED = "\"<>\\`";

    private static final Pattern TENANT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    private Names() {}

    /**
     * Returns the name of a principal, such as {@code alice@example.org}, in Unicode NFC form:
     * letters, marks and digits of any script, and ASCII punctuation. Returns null if the name is
     * invalid: empty, longer than 255 bytes, with a blank, a control character or a bidirectional
     * control character.
     */
    public static @Nullable String principal(String text) {
        String name = Normalizer.normalize(text, Normalizer.Form.NFC);
        if (name.isEmpty()
                || name.getBytes(StandardCharsets.UTF_8).length > PRINCIPAL_BYTES_MAX
                || !name.codePoints().allMatch(Names::isPartOfName)) {
            return null;
        }
        return name;
    }

    /** Returns the tenant's name unchanged; null if it is invalid. */
    public static @Nullable String tenant(String text) {
        return TENANT.matcher(text).matches() ? text : null;
    }

    private static boolean isPartOfName(int character) {
        if (character < 0x80) {
            return character > ' ' && character < 0x7f && UNWANTED.indexOf(character) < 0;
        }
        int type = Character.getType(character);
        return Character.isLetterOrDigit(character)
                || type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK;
    }
}
