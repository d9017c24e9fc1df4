package io.holdfast.cli.common;

/** Colours of the terminal. A colour repeats what the text says and is never the only signal. */
public enum Style {
    PLAIN,
    COLOURED;

    private static final String ESCAPE = "\u001b[";

    public String bold(String text) {
        return wrap("1", text);
    }

    public String dim(String text) {
        return wrap("2", text);
    }

    public String good(String text) {
        return wrap("32", text);
    }

    public String warn(String text) {
        return wrap("33", text);
    }

    public String bad(String text) {
        return wrap("31", text);
    }

    private String wrap(String code, String text) {
        return this == PLAIN || text.isEmpty() ? text : ESCAPE + code + "m" + text + ESCAPE + "0m";
    }

    /** Returns how many columns a text takes, without its colours. */
    static int columns(String text) {
        int columns = 0;
        boolean escaped = false;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\u001b') {
                escaped = true;
            } else if (escaped) {
                escaped = c != 'm';
            } else if (!Character.isLowSurrogate(c)) {
                columns++;
            }
        }
        return columns;
    }

    /**
     * Replaces control characters, and characters that change the direction of writing, in texts
     * that other users chose: they could otherwise steer the terminal.
     */
    public static String safe(String text) {
        StringBuilder safe = new StringBuilder();
        text.codePoints().forEach(c -> {
            int type = Character.getType(c);
            boolean odd = type == Character.CONTROL
                    || type == Character.FORMAT
                    || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR
                    || type == Character.SURROGATE;
            safe.appendCodePoint(odd ? '?' : c);
        });
        return safe.toString();
    }
}
