package io.holdfast.server.line;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.Token;
import io.holdfast.server.edge.RandomBits;
import io.holdfast.server.text.ControlCharacters;
import io.holdfast.server.text.Hex;
import io.netty.util.concurrent.FastThreadLocal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Decodes three complete lines. All connections of an event loop share one instance. */
final class LineReader {

    private static final FastThreadLocal<LineReader> OF_LOOP = new FastThreadLocal<>() {
        @Override
        protected LineReader initialValue() {
            return new LineReader();
        }
    };

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final int REF_MAX_BYTES = 64;
    private static final byte DELETE = 0x7f;
    private static final byte[] HTTP = " HTTP/1.".getBytes(StandardCharsets.US_ASCII);

    /** Stands for a missing or invalid number, since no valid number is negative. */
    private static final long NO_NUMBER = -1;

    private final Fields fields = new Fields();

    /** Returns the instance of the current event loop. */
    static LineReader ofLoop() {
        return OF_LOOP.get();
    }

    /** Returns the request whose lines the parser has found. Its first byte is at {@code from}. */
    LineRequest read(
            String tenant, SessionId session, Verb verb, LineParser lines, byte[] bytes, int from) {
        int keyFrom = lines.lineFrom(1, from);
        int keyTo = lines.lineTo(1, bytes, from);
        int argumentFrom = lines.lineFrom(2, from);
        int argumentTo = lines.lineTo(2, bytes, from);
        return switch (verb) {
            case PING, BARRIER -> LineRequest.PING;
            case STATS -> LineRequest.STATS;
            case AUTH -> new LineRequest.Auth(trimmed(bytes, argumentFrom, argumentTo));
            case STABLE_REF ->
                isRef(bytes, keyFrom, keyTo) ? LineRequest.STABLE_REF : LineRequest.BAD;
            case UNKNOWN ->
                isHttp(bytes, from, lines.lineTo(0, bytes, from))
                        ? LineRequest.HTTP
                        : LineRequest.BAD;
            case LOCK,
                    RELEASE,
                    RENEW,
                    ENQUEUE,
                    WAIT,
                    SEMAPHORE,
                    SEMAPHORE_RELEASE,
                    SEMAPHORE_RENEW,
                    SEMAPHORE_ENQUEUE,
                    SEMAPHORE_WAIT -> {
                String key = key(bytes, keyFrom, keyTo);
                fields.split(bytes, argumentFrom, argumentTo);
                LocksCommand.OfClient<?> command = key == null
                        ? null
                        : command(new ResourceName(tenant, Space.LOCKS, key), session, verb, bytes);
                yield command == null ? LineRequest.BAD : new LineRequest.OnKey(command);
            }
        };
    }

    /** Returns the command, or null if the arguments do not match the verb. */
    private LocksCommand.@Nullable OfClient<?> command(
            ResourceName name, SessionId session, Verb verb, byte[] bytes) {
        return switch (verb) {
            case LOCK -> acquire(session, verb, name, 1);
            case SEMAPHORE -> acquire(session, verb, name, limit(1));
            case ENQUEUE -> enqueue(session, verb, name, 1, 0);
            case SEMAPHORE_ENQUEUE -> enqueue(session, verb, name, limit(0), 1);
            case WAIT, SEMAPHORE_WAIT -> await(session, verb, name);
            case RELEASE, SEMAPHORE_RELEASE ->
                fields.count() == 1
                        ? new LocksCommand.Release(name, verb.kind(), session, token(bytes))
                        : null;
            case RENEW, SEMAPHORE_RENEW -> renew(session, verb, name, bytes);
            case PING, STATS, AUTH, BARRIER, STABLE_REF, UNKNOWN -> null;
        };
    }

    private LocksCommand.@Nullable OfClient<?> acquire(
            SessionId session, Verb verb, ResourceName name, int limit) {
        int leaseAt = verb == Verb.LOCK ? 1 : 2;
        long wait = fields.number(0, 0, Limits.SECONDS_MAX);
        long lease = lease(leaseAt);
        if (wait == NO_NUMBER || lease == NO_NUMBER || limit < 1) {
            return null;
        }
        return new LocksCommand.Acquire(
                name,
                verb.kind(),
                session,
                limit,
                wait * SECOND_NANOS,
                lease * SECOND_NANOS,
                RandomBits.nextLong(),
                null);
    }

    private LocksCommand.@Nullable OfClient<?> enqueue(
            SessionId session, Verb verb, ResourceName name, int limit, int leaseAt) {
        long lease = lease(leaseAt);
        if (lease == NO_NUMBER || limit < 1) {
            return null;
        }
        return new LocksCommand.Enqueue(
                name,
                verb.kind(),
                session,
                limit,
                lease * SECOND_NANOS,
                RandomBits.nextLong(),
                null);
    }

    private LocksCommand.@Nullable OfClient<?> await(
            SessionId session, Verb verb, ResourceName name) {
        long wait = fields.count() == 1 ? fields.number(0, 0, Limits.SECONDS_MAX) : NO_NUMBER;
        return wait == NO_NUMBER
                ? null
                : new LocksCommand.Await(name, verb.kind(), session, wait * SECOND_NANOS);
    }

    private LocksCommand.@Nullable OfClient<?> renew(
            SessionId session, Verb verb, ResourceName name, byte[] bytes) {
        long lease = fields.count() == 0 ? NO_NUMBER : lease(1);
        return lease == NO_NUMBER
                ? null
                : new LocksCommand.Renew(
                        name, verb.kind(), session, token(bytes), lease * SECOND_NANOS);
    }

    /**
     * Reads the optional last field. 0 stands for the default and cannot be requested explicitly.
     */
    private long lease(int at) {
        if (fields.count() == at) {
            return 0;
        }
        return fields.count() == at + 1 ? fields.number(at, 1, Limits.SECONDS_MAX) : NO_NUMBER;
    }

    private int limit(int at) {
        return (int) fields.number(at, 1, Limits.SEMAPHORE_LIMIT_MAX);
    }

    /** Parses a token. A malformed token is not an error: it becomes a token without a holder. */
    private Token token(byte[] bytes) {
        int from = fields.from(0);
        return Hex.isId(bytes, from, fields.to(0))
                ? new Token(Hex.parse(bytes, from), Hex.parse(bytes, from + 16))
                : Token.NONE;
    }

    /** Returns the key, or null if it is invalid. */
    private static @Nullable String key(byte[] bytes, int from, int to) {
        boolean ascii = true;
        for (int i = from; i < to; i++) {
            if (bytes[i] >= 0 && bytes[i] <= ' ' || bytes[i] == DELETE) {
                return null;
            }
            ascii &= bytes[i] >= 0;
        }
        if (from == to) {
            return null;
        }
        if (ascii) {
            return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        }
        try {
            String key = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, to - from))
                    .toString();
            return ControlCharacters.in(key) ? null : key;
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static byte[] trimmed(byte[] bytes, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && Fields.isBlank(bytes[start])) {
            start++;
        }
        while (end > start && Fields.isBlank(bytes[end - 1])) {
            end--;
        }
        return Arrays.copyOfRange(bytes, start, end);
    }

    private static boolean isRef(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] < ' ' || bytes[i] > '~') {
                return false;
            }
        }
        return from < to && to - from <= REF_MAX_BYTES;
    }

    private static boolean isHttp(byte[] bytes, int from, int to) {
        int versionAt = to - HTTP.length - 1;
        return versionAt > from && Arrays.equals(HTTP, 0, HTTP.length, bytes, versionAt, to - 1);
    }
}
