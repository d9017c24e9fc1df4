package io.holdfast.server.line;

import io.holdfast.core.value.KeyKind;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The first line of a request. */
public enum Verb {
    LOCK("l", KeyKind.LOCK),
    RELEASE("r", KeyKind.LOCK),
    RENEW("n", KeyKind.LOCK),
    ENQUEUE("e", KeyKind.LOCK),
    WAIT("w", KeyKind.LOCK),
    SEMAPHORE("sl", KeyKind.SEMAPHORE),
    SEMAPHORE_RELEASE("sr", KeyKind.SEMAPHORE),
    SEMAPHORE_RENEW("sn", KeyKind.SEMAPHORE),
    SEMAPHORE_ENQUEUE("se", KeyKind.SEMAPHORE),
    SEMAPHORE_WAIT("sw", KeyKind.SEMAPHORE),
    PING("ping"),
    STATS("stats"),
    AUTH("auth"),
    BARRIER("barrier"),
    STABLE_REF("stable-ref"),
    /** Any other first line. */
    UNKNOWN("");

    private static final Verb[] ALL = values();

    private final String word;
    private final byte[] bytes;
    private final KeyKind kind;

    Verb(String word) {
        this(word, KeyKind.LOCK);
    }

    Verb(String word, KeyKind kind) {
        this.word = word;
        this.bytes = word.getBytes(StandardCharsets.US_ASCII);
        this.kind = kind;
    }

    /** Returns the verb as it is sent; empty if unknown. */
    public String word() {
        return word;
    }

    /** Returns the kind of key, for verbs that have a key. */
    KeyKind kind() {
        return kind;
    }

    static Verb of(byte[] bytes, int from, int to) {
        for (Verb verb : ALL) {
            if (verb != UNKNOWN
                    && verb.bytes.length == to - from
                    && Arrays.equals(verb.bytes, 0, verb.bytes.length, bytes, from, to)) {
                return verb;
            }
        }
        return UNKNOWN;
    }
}
