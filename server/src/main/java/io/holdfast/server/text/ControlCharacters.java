package io.holdfast.server.text;

/**
 * Finds characters that are not allowed in keys, ids and display names: they are invisible in logs
 * and lists, and some of them control the terminal that prints them.
 */
public final class ControlCharacters {

    private ControlCharacters() {}

    /** Returns whether the text contains a C0, DEL or C1 character. */
    public static boolean in(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }
}
