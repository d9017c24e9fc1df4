package io.holdfast.server.text;

/** Escapes the few JSON strings that are written without a generator. */
public final class JsonText {

    private static final String HEX = "0123456789abcdef";

    private JsonText() {}

    /** Escapes like dflockd, which also escapes the characters that are special in HTML. */
    public static void escape(StringBuilder out, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20
                            || c == '<'
                            || c == '>'
                            || c == '&'
                            || c == 0x7f
                            || c == '\u2028'
                            || c == '\u2029') {
                        out.append("\\u");
                        for (int shift = 12; shift >= 0; shift -= 4) {
                            out.append(HEX.charAt(c >> shift & 0xf));
                        }
                    } else {
                        out.append(c);
                    }
                }
            }
        }
    }
}
