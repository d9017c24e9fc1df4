package io.holdfast.server.http;

import io.holdfast.server.auth.PresentedCredentials;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/** The credentials of a request. */
final class RequestCredentials implements PresentedCredentials {

    private static final byte[] SCHEME = Ascii.bytes("bearer");

    private final RequestHead head;
    private final Peer peer;

    RequestCredentials(RequestHead head, Peer peer) {
        this.head = head;
        this.peer = peer;
    }

    @Override
    public @Nullable String bearer() {
        int header = head.find("Authorization");
        if (header < 0) {
            return null;
        }
        byte[] bytes = head.bytes;
        int from = head.valueFrom(header);
        int to = head.valueTo(header);
        int afterScheme = from + SCHEME.length;
        if (afterScheme >= to
                || bytes[afterScheme] != ' '
                || !Ascii.equalsIgnoreCase(bytes, from, afterScheme, SCHEME)) {
            return null;
        }
        int token = afterScheme;
        while (token < to && (bytes[token] == ' ' || bytes[token] == '\t')) {
            token++;
        }
        return new String(bytes, token, to - token, StandardCharsets.UTF_8);
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
