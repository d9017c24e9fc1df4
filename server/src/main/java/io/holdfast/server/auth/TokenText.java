package io.holdfast.server.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A token as clients send it: {@code hf_pat_ID_SECRET} for a person, {@code hf_agt_ID_SECRET} for
 * an agent. The prefix lets people, logs and secret scanners recognize it.
 */
public record TokenText(Kind kind, String id, String secret) {

    private static final int ID_BYTES = 6;
    private static final int ID_LENGTH = 2 * ID_BYTES;

    /** 192 random bits, 32 characters. */
    private static final int SECRET_BYTES = 24;

    /** The kind of the token's bearer. */
    public enum Kind {
        PERSON("hf_pat_", "person"),
        AGENT("hf_agt_", "agent");

        private final String prefix;
        private final String text;

        Kind(String prefix, String text) {
            this.prefix = prefix;
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** Creates a token with a random secret. */
    static TokenText mint(Kind kind, SecureRandom random) {
        byte[] id = new byte[ID_BYTES];
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(id);
        random.nextBytes(secret);
        return new TokenText(
                kind,
                HexFormat.of().formatHex(id),
                Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
    }

    /** Returns whether a text has the prefix of such a token. */
    static boolean isMeant(String text) {
        return text.startsWith(Kind.PERSON.prefix) || text.startsWith(Kind.AGENT.prefix);
    }

    /** Parses a token; returns null if it is malformed. */
    static @Nullable TokenText parse(String text) {
        for (Kind kind : Kind.values()) {
            int secretAt = kind.prefix.length() + ID_LENGTH + 1;
            if (text.startsWith(kind.prefix)
                    && text.length() > secretAt
                    && text.charAt(secretAt - 1) == '_') {
                String id = text.substring(kind.prefix.length(), secretAt - 1);
                return isId(id) ? new TokenText(kind, id, text.substring(secretAt)) : null;
            }
        }
        return null;
    }

    static boolean isId(String text) {
        return text.length() == ID_LENGTH
                && text.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f');
    }

    static byte[] digest(String secret) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(secret.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is missing", e);
        }
    }

    /** Returns the token as its bearer sends it. */
    public String text() {
        return kind.prefix + id + "_" + secret;
    }

    /** Keeps the secret out of logs. */
    @Override
    public String toString() {
        return kind.prefix + id + "_***";
    }
}
