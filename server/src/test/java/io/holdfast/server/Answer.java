package io.holdfast.server;

/**
 * A reply to a party, in terms that both transports share.
 *
 * @param word the status: {@code ok}, {@code acquired}, {@code queued}, {@code timeout}, or the
 *     error, such as {@code max_locks}
 * @param token a grant's token, or empty
 * @param seconds a grant's lease or the lease that a renewal reports, or -1
 * @param said the reply as sent
 */
public record Answer(String word, String token, long seconds, String said) {

    /** Returns an answer that consists of one word. */
    static Answer of(String word, String said) {
        return new Answer(word, "", -1, said);
    }

    /** Returns a grant's fence, which is the first half of its token. */
    public long fence() {
        return Long.parseUnsignedLong(token.substring(0, 16), 16);
    }

    @Override
    public String toString() {
        return said;
    }
}
