package io.holdfast.server.line;

import io.holdfast.server.auth.PresentedCredentials;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * What a connection brings to show who it is.
 *
 * @param secret what its first request has; null where that is no {@code auth}
 */
record LineCredentials(
        byte @Nullable [] secret,
        InetAddress remote,
        @Nullable X509Certificate certificate) implements PresentedCredentials {

    @Override
    public @Nullable String bearer() {
        return secret == null ? null : new String(secret, StandardCharsets.UTF_8);
    }

    @Override
    public @Nullable String header(String name) {
        return null;
    }

    @Override
    public boolean isRepeated(String name) {
        return false;
    }

    /** What was presented stays out of texts. */
    @Override
    public String toString() {
        return "LineCredentials[***]";
    }
}
