package io.holdfast.core.value;

/**
 * Proof of a grant: its fence, then random bits. On the wire it is 32 hexadecimal digits, so that
 * tokens of later grants also sort higher as text.
 */
public record Token(long fence, long salt) {

    /** A token that no grant ever has. Malformed tokens are read as this one. */
    public static final Token NONE = new Token(0, 0);

    @Override
    public String toString() {
        return "Token[fence=" + fence + ", salt=***]";
    }
}
