package io.holdfast.server.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/** One shared secret, sent as {@code Authorization: Bearer}. */
final class BearerAuth {

    private static final byte[] SCHEME = Ascii.bytes("bearer");

    private final byte[] secret;

    BearerAuth(String token) {
        this.secret = token.strip().getBytes(StandardCharsets.UTF_8);
    }

    boolean accepts(RequestHead head) {
        int header = head.find("Authorization");
        if (header < 0) {
            return false;
        }
        byte[] bytes = head.bytes;
        int from = head.valueFrom(header);
        int to = head.valueTo(header);
        int afterScheme = from + SCHEME.length;
        if (afterScheme >= to
                || bytes[afterScheme] != ' '
                || !Ascii.equalsIgnoreCase(bytes, from, afterScheme, SCHEME)) {
            return false;
        }
        int credential = afterScheme;
        while (credential < to && (bytes[credential] == ' ' || bytes[credential] == '\t')) {
            credential++;
        }
        // Takes as long for a wrong secret as for the right one, so that none can be guessed by
        // parts.
        return MessageDigest.isEqual(secret, Arrays.copyOfRange(bytes, credential, to));
    }
}
