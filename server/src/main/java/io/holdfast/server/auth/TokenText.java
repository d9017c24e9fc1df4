package io.holdfast.server.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A token as its bearer has it: {@code hf_pat_ID_SECRET} of a person, {@code hf_agt_ID_SECRET} of
 * an agent. What it begins with lets people, logs and scanners know it for what it is.
 */
public record TokenText(Kind kind, String id, String secret) {

    private static final int ID_BYTES = 6;
    private static final int ID_LENGTH = 2 * ID_BYTES;

    /** 192 random bits, which make 32 characters. */
    private static final int SECRET_BYTES = 24;

    /** Who bears a token. */
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

    /** A new token that nobody can guess. */
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

    /** Whether a text is meant to be such a token. */
    static boolean isMeant(String text) {
        return text.startsWith(Kind.PERSON.prefix) || text.startsWith(Kind.AGENT.prefix);
    }

    /** The token of a text; null where it has not the form of one. */
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
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** As its bearer has to send it. */
    public String text() {
        return kind.prefix + id + "_" + secret;
    }

    /** The secret stays out of texts. */
    @Override
    public String toString() {
        return kind.prefix + id + "_***";
    }
}
