package io.holdfast.core.command;

/**
 * Proof of a grant: its fence, then random bits. On the wire it is 32 hexadecimal digits, so that
 * tokens of later grants are greater in plain text order too.
 */
public record Token(long fence, long salt) {

    /** A token that no grant ever has: what a malformed one is read as. */
    public static final Token NONE = new Token(0, 0);

    @Override
    public String toString() {
        return "Token[fence=" + fence + ", salt=***]";
    }
}
