package io.holdfast.server.line;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Token;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;

/**
 * Checks that any bytes, in any fragments, mean what the contract says: requests within the limits,
 * then possibly an oversized line. The parser never throws and never buffers more than one request.
 */
public final class LineFuzz {

    /** Two lines, the longest secret, and their line ends. */
    private static final int REQUEST_BYTES_MAX =
            (LineParser.LINES - 1) * (LineParser.LINE_MAX_BYTES + 1)
                    + LineParser.SECRET_MAX_BYTES
                    + 1;

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final SessionId SESSION = new SessionId(1, 2);

    private LineFuzz() {}

    /** The entry point that the fuzzer calls by name. */
    public static void fuzzerTestOneInput(byte[] bytes) {
        List<String> whole = meanings(bytes, () -> bytes.length);

        check(whole.equals(LineReference.meanings(bytes)), "it is not what the contract says");
        check(meanings(bytes, () -> 1).equals(whole), "byte by byte it means something else");
        Random random = new Random(Arrays.hashCode(bytes));
        check(
                meanings(bytes, () -> 1 + random.nextInt(1 + random.nextInt(300)))
                        .equals(whole),
                "in pieces it means something else");
        check(
                meanings(printed(whole), () -> 50).equals(withoutEnd(whole)),
                "written down it means something else");
    }

    /** Cheaper than AssertJ, because a run makes millions of these checks. */
    private static void check(boolean condition, String complaint) {
        if (!condition) {
            throw new AssertionError(complaint);
        }
    }

    /** Returns the requests that a connection reads from the bytes, in order. */
    private static List<String> meanings(byte[] bytes, IntSupplier pieces) {
        List<String> meanings = new ArrayList<>();
        LineParser parser = new LineParser();
        LineReader reader = new LineReader();
        int kept = 0;
        int read = 0;
        while (read < bytes.length) {
            read = Math.min(read + pieces.getAsInt(), bytes.length);
            LineParser.Found found = parser.look(bytes, kept, read);
            while (found == LineParser.Found.WHOLE) {
                check(parser.length() >= LineParser.LINES, "a request without its lines");
                check(parser.length() <= REQUEST_BYTES_MAX, "a request that is too long");
                meanings.add(meaning(parser, reader, bytes, kept));
                kept += parser.length();
                parser.reset();
                found = parser.look(bytes, kept, read);
            }
            if (found == LineParser.Found.TOO_LONG) {
                meanings.add(LineReference.TOO_LONG);
                return meanings;
            }
            check(read - kept < REQUEST_BYTES_MAX, "more is kept than a request can have");
        }
        return meanings;
    }

    /** Returns a request as the three lines that a plain client would send for it. */
    private static String meaning(LineParser parser, LineReader reader, byte[] bytes, int from) {
        Verb verb = Verb.of(bytes, from, parser.lineTo(0, bytes, from));
        LineRequest request = reader.read(Actor.DEFAULT_TENANT, SESSION, verb, parser, bytes, from);
        return switch (request) {
            case LineRequest.Ping() -> "ping\n\n\n";
            case LineRequest.Stats() -> "stats\n\n\n";
            case LineRequest.StableRef() -> "stable-ref\nx\n\n";
            case LineRequest.Auth auth ->
                "auth\n\n" + new String(auth.secret(), StandardCharsets.ISO_8859_1) + "\n";
            case LineRequest.Bad() -> LineReference.BAD;
            case LineRequest.Http() -> "GET / HTTP/1.1\n\n\n";
            case LineRequest.OnKey onKey -> print(onKey.command());
        };
    }

    private static String print(LocksCommand<?> command) {
        String prefix = command.kind() == KeyKind.SEMAPHORE ? "s" : "";
        check(command.session().equals(SESSION), "another session");
        String key = command.name().key();
        byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
        check(keyBytes.length > 0 && keyBytes.length <= Limits.KEY_BYTES_MAX, "no key");
        check(key.chars().noneMatch(c -> c == ' ' || Character.isISOControl(c)), "a bad key");
        String line = "\n" + new String(keyBytes, StandardCharsets.ISO_8859_1) + "\n";
        return prefix
                + switch (command) {
                    case LocksCommand.Acquire c ->
                        "l" + line + seconds(c.waitNanos()) + limit(c.kind(), c.limit())
                                + lease(c.ttlNanos()) + "\n";
                    case LocksCommand.Enqueue c ->
                        "e" + line + (limit(c.kind(), c.limit()) + lease(c.ttlNanos())) + "\n";
                    case LocksCommand.Await c -> "w" + line + seconds(c.waitNanos()) + "\n";
                    case LocksCommand.Release c -> "r" + line + token(c.token()) + "\n";
                    case LocksCommand.Renew c ->
                        "n" + line + token(c.token()) + lease(c.ttlNanos()) + "\n";
                    case LocksCommand.Abandon c -> throw new AssertionError("no line says " + c);
                };
    }

    private static String limit(KeyKind kind, int limit) {
        check(limit >= 1 && limit <= Limits.SEMAPHORE_LIMIT_MAX, "no limit");
        return kind == KeyKind.SEMAPHORE ? " " + limit : "";
    }

    private static String lease(long nanos) {
        return nanos == 0 ? "" : " " + seconds(nanos);
    }

    private static String seconds(long nanos) {
        check(nanos >= 0 && nanos % SECOND_NANOS == 0, "no whole seconds");
        check(nanos / SECOND_NANOS <= Limits.SECONDS_MAX, "too many seconds");
        return String.valueOf(nanos / SECOND_NANOS);
    }

    private static String token(Token token) {
        return token.equals(Token.NONE)
                ? LineReference.NO_TOKEN
                : "%016x%016x".formatted(token.fence(), token.salt());
    }

    private static byte[] printed(List<String> meanings) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String meaning : withoutEnd(meanings)) {
            out.writeBytes(meaning.getBytes(StandardCharsets.ISO_8859_1));
        }
        return out.toByteArray();
    }

    private static List<String> withoutEnd(List<String> meanings) {
        return meanings.stream()
                .filter(meaning -> !meaning.equals(LineReference.TOO_LONG))
                .toList();
    }
}
