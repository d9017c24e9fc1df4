package io.holdfast.server.auth;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the names of principals and tenants may look like that somebody else made up: an issuer of
 * tokens or a proxy. A name is taken whole or not at all. Nothing is cut off, folded or replaced,
 * because two names that differ must never become the same principal.
 */
public final class Names {

    private static final int PRINCIPAL_BYTES_MAX = 255;

    /**
     * Printable, but a reason to look twice wherever somebody puts a name into a page or a line.
     */
    private static final String UNWANTED = "\"<>\\`";

    private static final Pattern TENANT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    private Names() {}

    /**
     * The name of a principal, such as {@code alice@example.org}, in the one form that Unicode has
     * for it: letters, marks and digits of any script, and the punctuation of ASCII. Null where the
     * text is no name: empty, longer than 255 bytes, with a blank, a control character or one that
     * changes the direction of writing.
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

    /** The name of a tenant, as it is; null where the text is none. */
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
