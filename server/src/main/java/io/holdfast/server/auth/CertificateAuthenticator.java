package io.holdfast.server.auth;

import io.holdfast.core.value.Actor;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates by client certificate. TLS has already verified that the client owns it and that
 * the configured CA signed it; this class maps its names to a principal. The names are the subject
 * alternative names (mail, DNS, URI); the common name is used only if there are none.
 *
 * <p>A token takes precedence over the certificate: a program with a certificate may act for people
 * who have tokens.
 */
public final class CertificateAuthenticator implements Authenticator {

    private static final int MAIL = 1;
    private static final int DNS = 2;
    private static final int URI = 6;
    private static final int NAME_CHARS_MAX = 255;

    private final List<CertificateRole> roles;
    private final LongSupplier wallMillis;

    public CertificateAuthenticator(List<CertificateRole> roles, LongSupplier wallMillis) {
        this.roles = List.copyOf(roles);
        this.wallMillis = wallMillis;
    }

    @Override
    public Decision authenticate(PresentedCredentials presented) {
        X509Certificate certificate = presented.certificate();
        if (certificate == null || presented.bearer() != null) {
            return Decision.NOT_MINE;
        }
        // TLS checks the expiry only once, and the connection may outlive the certificate.
        long endMillis = certificate.getNotAfter().toInstant().toEpochMilli();
        if (wallMillis.getAsLong() > endMillis) {
            return new Decision.Refused("the certificate has expired");
        }
        List<String> names = names(certificate);
        // Settings are matched in order, so that specific names can precede general ones.
        for (CertificateRole role : roles) {
            for (String name : names) {
                if (matches(role.name(), name)) {
                    return new Decision.Admitted(
                            principal(name, role),
                            Decision.Holds.onceWhile(() -> wallMillis.getAsLong() <= endMillis));
                }
            }
        }
        return new Decision.Refused("the certificate has no name that may come in");
    }

    private static Principal principal(String name, CertificateRole role) {
        Role given = Objects.requireNonNull(Role.of(role.role()));
        String tenant = role.tenant();
        return new Principal(
                name, true, null, tenant == null ? Actor.DEFAULT_TENANT : tenant, Set.of(given));
    }

    private static boolean matches(String pattern, String name) {
        if (pattern.equals("*")) {
            return true;
        }
        if (pattern.startsWith("*.")) {
            int dot = name.indexOf('.');
            // The wildcard matches one label, as in certificates: *.example.org does not match
            // a.b.example.org.
            return dot > 0 && name.substring(dot).equalsIgnoreCase(pattern.substring(1));
        }
        return pattern.equalsIgnoreCase(name);
    }

    private static List<String> names(X509Certificate certificate) {
        List<String> names = new ArrayList<>();
        try {
            Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            if (alternatives != null) {
                for (List<?> alternative : alternatives) {
                    if (alternative.get(0) instanceof Integer kind
                            && (kind == MAIL || kind == DNS || kind == URI)
                            && alternative.get(1) instanceof String name) {
                        add(names, name);
                    }
                }
            }
        } catch (CertificateParsingException e) {
            return List.of();
        }
        if (names.isEmpty()) {
            add(names, commonName(certificate));
        }
        return names;
    }

    /** Accepts plain text only, because a name appears in audit lines and as a holder. */
    private static void add(List<String> names, @Nullable String name) {
        if (name != null
                && !name.isEmpty()
                && name.length() <= NAME_CHARS_MAX
                && name.chars().noneMatch(Character::isISOControl)) {
            names.add(name);
        }
    }

    private static @Nullable String commonName(X509Certificate certificate) {
        try {
            for (Rdn part :
                    new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")
                        && part.getValue() instanceof String name) {
                    return name;
                }
            }
        } catch (InvalidNameException e) {
            return null;
        }
        return null;
    }
}
