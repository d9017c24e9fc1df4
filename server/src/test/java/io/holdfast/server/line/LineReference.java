package io.holdfast.server.line;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A second implementation of the request rules, worded as in the contract and not optimized. The
 * server's parser must agree with it. Requests are written as the lines that a plain client would
 * send for them.
 */
final class LineReference {

    static final String BAD = "\n\n\n";
    static final String TOO_LONG = "too long";
    static final String NO_TOKEN = "none";

    private static final int LINE_MAX_BYTES = 256;
    private static final int SECRET_MAX_BYTES = 65_536;
    private static final long SECONDS_MAX = 9_223_372_036L;
    private static final long LIMIT_MAX = 1_048_576;
    private static final String BLANKS = "[ \\t\\x0b\\f\\r]";

    private LineReference() {}

    /** Returns the requests in the bytes, up to an oversized line or the last complete request. */
    static List<String> meanings(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        List<String> meanings = new ArrayList<>();
        int at = 0;
        while (true) {
            String[] lines = new String[3];
            for (int i = 0; i < 3; i++) {
                int end = text.indexOf('\n', at);
                int max = i == 2 && lines[0].equals("auth") ? SECRET_MAX_BYTES : LINE_MAX_BYTES;
                if ((end < 0 ? text.length() : end) - at > max) {
                    meanings.add(TOO_LONG);
                    return meanings;
                }
                if (end < 0) {
                    return meanings;
                }
                lines[i] = text.substring(at, end).replaceAll("\\r+$", "");
                at = end + 1;
            }
            meanings.add(meaning(lines[0], lines[1], lines[2]));
        }
    }

    private static String meaning(String command, String key, String argument) {
        String trimmed = argument.replaceAll("^" + BLANKS + "+|" + BLANKS + "+$", "");
        String[] words = trimmed.isEmpty() ? new String[0] : trimmed.split(BLANKS + "+");
        return switch (command) {
            case "ping", "barrier" -> "ping\n\n\n";
            case "stats" -> "stats\n\n\n";
            case "auth" -> "auth\n\n" + trimmed + "\n";
            case "stable-ref" -> key.matches("[ -~]{1,64}") ? "stable-ref\nx\n\n" : BAD;
            case "l", "w", "e", "r", "n", "sl", "sw", "se", "sr", "sn" -> {
                String said = isKey(key) ? arguments(command, words) : null;
                yield said == null ? BAD : command + "\n" + key + "\n" + said + "\n";
            }
            default -> command.matches("(?s).+ HTTP/1\\..") ? "GET / HTTP/1.1\n\n\n" : BAD;
        };
    }

    private static boolean isKey(String key) {
        byte[] bytes = key.getBytes(StandardCharsets.ISO_8859_1);
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.matches("(?s)[^ \\x00-\\x1f\\x7f-\\x9f]+");
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Returns the arguments separated by single spaces, or null if they are invalid. */
    private static @Nullable String arguments(String command, String[] words) {
        boolean semaphore = command.length() == 2;
        List<@Nullable String> said = new ArrayList<>();
        int at = 0;
        switch (command.substring(command.length() - 1)) {
            case "l" -> {
                said.add(number(words, at++, 0, SECONDS_MAX));
                if (semaphore) {
                    said.add(number(words, at++, 1, LIMIT_MAX));
                }
            }
            case "e" -> {
                if (semaphore) {
                    said.add(number(words, at++, 1, LIMIT_MAX));
                }
            }
            case "w" -> said.add(number(words, at++, 0, SECONDS_MAX));
            default -> said.add(token(words, at++));
        }
        boolean mayLease = !command.endsWith("w") && !command.endsWith("r");
        if (mayLease && words.length == at + 1) {
            said.add(number(words, at++, 1, SECONDS_MAX));
        }
        return words.length != at || said.contains(null) ? null : join(command, said);
    }

    /** Puts a space before an enqueue's arguments, as {@code LineFuzz} does. */
    private static String join(String command, List<@Nullable String> said) {
        String joined = String.join(" ", said);
        return command.endsWith("e") && !joined.isEmpty() ? " " + joined : joined;
    }

    private static @Nullable String number(String[] words, int at, long min, long max) {
        if (at >= words.length || !words[at].matches("[+-]?[0-9]+")) {
            return null;
        }
        BigInteger number = new BigInteger(words[at]);
        boolean inRange = number.compareTo(BigInteger.valueOf(min)) >= 0
                && number.compareTo(BigInteger.valueOf(max)) <= 0;
        return inRange ? number.toString() : null;
    }

    private static @Nullable String token(String[] words, int at) {
        if (at >= words.length) {
            return null;
        }
        boolean shaped = words[at].matches("[0-9a-f]{32}") && !words[at].matches("0+");
        return shaped ? words[at] : NO_TOKEN;
    }
}
