package io.holdfast.server.auth;

import org.jspecify.annotations.Nullable;

/**
 * The role of certificates with a name.
 *
 * @param name a certificate's name, {@code *.} and a domain, or {@code *} for any
 * @param tenant null for the default tenant
 */
public record CertificateRole(
        String name, String role, @Nullable String tenant) {}
