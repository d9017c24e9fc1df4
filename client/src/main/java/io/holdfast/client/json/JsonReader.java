package io.holdfast.client.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses one text, from its first character to its last. */
final class JsonReader {

    private static final int LONG_DIGITS_MAX = 18;

    private final String text;
    private int at;

    JsonReader(String text) {
        this.text = text;
    }

    @Nullable
    Object document() {
        Object value = value(0);
        skipBlanks();
        if (at != text.length()) {
            throw unexpected("the end of the text");
        }
        return value;
    }

    private @Nullable Object value(int depth) {
        if (depth > Json.DEPTH_MAX) {
            throw new JsonException("the JSON text is nested too deeply");
        }
        skipBlanks();
        char first = peek();
        if (first == '{') {
            return object(depth);
        }
        if (first == '[') {
            return array(depth);
        }
        if (first == '"') {
            return string();
        }
        if (first == '-' || isDigit(first)) {
            return number();
        }
        if (word("true")) {
            return true;
        }
        if (word("false")) {
            return false;
        }
        if (word("null")) {
            return null;
        }
        throw unexpected("a value");
    }

    private Map<String, @Nullable Object> object(int depth) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        at++;
        skipBlanks();
        if (peek() == '}') {
            at++;
            return fields;
        }
        while (true) {
            skipBlanks();
            String name = string();
            skipBlanks();
            expect(':');
            if (fields.containsKey(name)) {
                throw new JsonException("the JSON text has a field twice: " + name);
            }
            fields.put(name, value(depth + 1));
            skipBlanks();
            if (peek() == '}') {
                at++;
                return fields;
            }
            expect(',');
        }
    }

    private List<@Nullable Object> array(int depth) {
        List<@Nullable Object> items = new ArrayList<>();
        at++;
        skipBlanks();
        if (peek() == ']') {
            at++;
            return items;
        }
        while (true) {
            items.add(value(depth + 1));
            skipBlanks();
            if (peek() == ']') {
                at++;
                return items;
            }
            expect(',');
        }
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        while (true) {
            char c = next();
            if (c == '"') {
                return out.toString();
            }
            if (c < 0x20) {
                at--;
                throw unexpected("a character of a string");
            }
            out.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        char c = next();
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> {
                at--;
                throw unexpected("an escape sequence");
            }
        };
    }

    private char unicode() {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(next(), 16);
            if (digit < 0 || text.charAt(at - 1) > 'f') {
                at--;
                throw unexpected("four hexadecimal digits");
            }
            code = code << 4 | digit;
        }
        return (char) code;
    }

    private Number number() {
        int start = at;
        if (peek() == '-') {
            at++;
        }
        int first = at;
        digits();
        if (at - first > 1 && text.charAt(first) == '0') {
            at = first + 1;
            throw unexpected("no digit after a leading zero");
        }
        boolean whole = true;
        if (peekOrEnd() == '.') {
            whole = false;
            at++;
            digits();
        }
        if (peekOrEnd() == 'e' || peekOrEnd() == 'E') {
            whole = false;
            at++;
            if (peekOrEnd() == '+' || peekOrEnd() == '-') {
                at++;
            }
            digits();
        }
        String number = text.substring(start, at);
        if (whole && at - first <= LONG_DIGITS_MAX) {
            return Long.valueOf(number);
        }
        return Double.valueOf(number);
    }

    private void digits() {
        int start = at;
        while (isDigit(peekOrEnd())) {
            at++;
        }
        if (at == start) {
            throw unexpected("a digit");
        }
    }

    private boolean word(String word) {
        if (!text.startsWith(word, at)) {
            return false;
        }
        at += word.length();
        return true;
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private void expect(char expected) {
        if (peek() != expected) {
            throw unexpected("'" + expected + "'");
        }
        at++;
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }

    private char peek() {
        if (at >= text.length()) {
            throw new JsonException("the JSON text ends too early");
        }
        return text.charAt(at);
    }

    private char peekOrEnd() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private JsonException unexpected(String expected) {
        return new JsonException("the JSON text needs " + expected + " at character " + at);
    }
}
