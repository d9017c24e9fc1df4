package io.holdfast.server.edge;

/**
 * Finds characters that no key, id or name to show may have: they are invisible in logs and lists,
 * and some of them steer the terminal that prints them.
 */
public final class ControlCharacters {

    private ControlCharacters() {}

    /** Whether the text has a character of C0, DEL or C1. */
    public static boolean in(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }
}
