package io.holdfast.server.line;

import io.holdfast.server.auth.Presented;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/** What the first request of a connection brings to show who sent it. */
record LineCredentials(byte[] secret, InetAddress remote) implements Presented {

    @Override
    public String bearer() {
        return new String(secret, StandardCharsets.UTF_8);
    }

    @Override
    public @Nullable String header(String name) {
        return null;
    }

    @Override
    public boolean isRepeated(String name) {
        return false;
    }

    @Override
    public @Nullable X509Certificate certificate() {
        return null;
    }

    /** What was presented stays out of texts. */
    @Override
    public String toString() {
        return "LineCredentials[***]";
    }
}
