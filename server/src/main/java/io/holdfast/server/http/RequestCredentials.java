package io.holdfast.server.http;

import io.holdfast.server.auth.PresentedCredentials;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The credentials of a request. */
final class RequestCredentials implements PresentedCredentials {

    private static final byte[] BEARER = Ascii.bytes("bearer");
    private static final byte[] BASIC = Ascii.bytes("basic");

    private final RequestHead head;
    private final Peer peer;
    private final boolean passwordAsToken;

    /** @param passwordAsToken whether the password of a Basic credential is accepted as a token */
    RequestCredentials(RequestHead head, Peer peer, boolean passwordAsToken) {
        this.head = head;
        this.peer = peer;
        this.passwordAsToken = passwordAsToken;
    }

    /** Returns whether the header {@code Authorization} has the scheme Basic. */
    static boolean isBasic(RequestHead head, int authorization) {
        return afterScheme(head, authorization, BASIC) >= 0;
    }

    @Override
    public @Nullable String bearer() {
        int header = head.find("Authorization");
        if (header < 0) {
            return null;
        }
        int to = head.valueTo(header);
        int token = afterScheme(head, header, BEARER);
        if (token >= 0) {
            return new String(head.bytes, token, to - token, StandardCharsets.UTF_8);
        }
        int basic = passwordAsToken ? afterScheme(head, header, BASIC) : -1;
        return basic < 0 ? null : password(Arrays.copyOfRange(head.bytes, basic, to));
    }

    /** Returns where the credential starts; -1 if the header has another scheme. */
    private static int afterScheme(RequestHead head, int header, byte[] scheme) {
        byte[] bytes = head.bytes;
        int from = head.valueFrom(header);
        int to = head.valueTo(header);
        int at = from + scheme.length;
        if (at >= to || bytes[at] != ' ' || !Ascii.equalsIgnoreCase(bytes, from, at, scheme)) {
            return -1;
        }
        while (at < to && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
        return at;
    }

    /** Returns the password of {@code user:password} in Base64; null if it is malformed. */
    private static @Nullable String password(byte[] base64) {
        try {
            String pair = new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            return colon < 0 ? null : pair.substring(colon + 1);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    @Override
    public @Nullable String header(String name) {
        return head.header(name);
    }

    @Override
    public boolean isRepeated(String name) {
        return head.isRepeated(name);
    }

    @Override
    public InetAddress remote() {
        return peer.address();
    }

    @Override
    public @Nullable X509Certificate certificate() {
        return peer.certificate();
    }

    /** Credentials must not appear in logs. */
    @Override
    public String toString() {
        return "RequestCredentials[***]";
    }
}
