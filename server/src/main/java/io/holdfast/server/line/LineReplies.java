package io.holdfast.server.line;

import io.holdfast.core.outcome.LocksOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.SessionOutcome;
import io.holdfast.core.value.Token;
import io.holdfast.server.text.Decimal;
import io.holdfast.server.text.Hex;
import io.netty.util.concurrent.FastThreadLocal;

/**
 * Encodes outcomes as lines. All connections of an event loop share one instance: its bytes are
 * valid until the next line is written.
 */
final class LineReplies {

    private static final FastThreadLocal<LineReplies> OF_LOOP = new FastThreadLocal<>() {
        @Override
        protected LineReplies initialValue() {
            return new LineReplies();
        }
    };

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final int LINE_MAX_BYTES =
            Word.ACQUIRED.bytes().length + Hex.DIGITS + Decimal.DIGITS_MAX + 3;

    private final byte[] out = new byte[LINE_MAX_BYTES];
    private int length;

    /** Returns the instance of the current event loop. */
    static LineReplies ofLoop() {
        return OF_LOOP.get();
    }

    byte[] bytes() {
        return out;
    }

    int length() {
        return length;
    }

    /** Returns the first word of the reply. {@code enqueue} selects the word for a grant. */
    static Word word(LocksOutcome outcome, boolean enqueue) {
        return switch (outcome) {
            case Outcome.Granted _ -> enqueue ? Word.ACQUIRED : Word.OK;
            case Outcome.Queued _ -> Word.QUEUED;
            case Outcome.TimedOut _ -> Word.TIMEOUT;
            case Outcome.Renewed _, Outcome.Done _ -> Word.OK;
            case Outcome.LockRefused refused -> Word.of(refused.reason());
            case Outcome.Refused refused -> Word.of(refused.reason());
            case Outcome.NotHeld _, Outcome.Unknown _ -> Word.ERROR;
        };
    }

    /**
     * Returns whether a session was refused for a temporary reason, such as a missing leader. The
     * connection then stays open, and the next request for a key retries.
     */
    static boolean passes(SessionOutcome.Open outcome) {
        return outcome.equals(Outcome.UNKNOWN)
                || outcome.equals(Refusal.NO_LEADER.outcome())
                || outcome.equals(Refusal.OVERLOADED.outcome())
                || outcome.equals(Refusal.STORAGE_FAILED.outcome());
    }

    /** Writes the reply to an outcome, starting with the word. */
    void write(Word word, LocksOutcome outcome) {
        length = put(word.bytes(), 0);
        if (outcome instanceof Outcome.Granted granted) {
            Token token = granted.token();
            out[length++] = ' ';
            length = Hex.write(out, length, token.fence());
            length = Hex.write(out, length, token.salt());
            seconds(granted.ttlNanos());
        } else if (outcome instanceof Outcome.Renewed renewed) {
            seconds(renewed.ttlNanos());
        }
        out[length++] = '\n';
    }

    private void seconds(long nanos) {
        out[length++] = ' ';
        length = Decimal.write(out, length, nanos / SECOND_NANOS);
    }

    private int put(byte[] bytes, int at) {
        System.arraycopy(bytes, 0, out, at, bytes.length);
        return at + bytes.length;
    }
}
