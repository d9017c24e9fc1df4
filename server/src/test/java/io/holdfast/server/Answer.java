package io.holdfast.server;

/**
 * What a party heard, in words that both transports share.
 *
 * @param word the status: {@code ok}, {@code acquired}, {@code queued}, {@code timeout}, or the
 *     name of what is wrong, such as {@code max_locks}
 * @param token the token of a grant; empty where there is none
 * @param seconds the lease of a grant or what a renewal reports; -1 where there is neither
 * @param said the reply as it was sent
 */
public record Answer(String word, String token, long seconds, String said) {

    /** An answer that is one word. */
    static Answer of(String word, String said) {
        return new Answer(word, "", -1, said);
    }

    /** The fence of a grant, which is the first half of its token. */
    public long fence() {
        return Long.parseUnsignedLong(token.substring(0, 16), 16);
    }

    @Override
    public String toString() {
        return said;
    }
}
