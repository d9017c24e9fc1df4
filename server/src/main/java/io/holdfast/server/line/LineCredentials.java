package io.holdfast.server.line;

import io.holdfast.server.auth.PresentedCredentials;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * The credentials that a connection presents.
 *
 * @param secret from the first request; null if that is not {@code auth}
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

    /** Omits the credentials. */
    @Override
    public String toString() {
        return "LineCredentials[***]";
    }
}
