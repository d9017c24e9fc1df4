package io.holdfast.server.auth;

import io.holdfast.core.command.Actor;
import io.holdfast.server.config.ServerConfig.CertificateRole;
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
 * A client's certificate as its identity. TLS has already proved that the client owns it and that
 * the configured authority signed it; here its names become a principal. The names are those of the
 * subject's alternatives (mail, DNS, URI); the common name counts only where there is none of them.
 *
 * <p>Whoever also brings a token is judged by the token: a program with a certificate may act for
 * people who have tokens.
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
        // TLS looks at the time once, and a connection may outlive it.
        long endMillis = certificate.getNotAfter().toInstant().toEpochMilli();
        if (wallMillis.getAsLong() > endMillis) {
            return new Decision.Refused("the certificate has expired");
        }
        List<String> names = names(certificate);
        // The order of the settings decides, so that the particular can stand before the general.
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
            // One label, as in certificates themselves: *.example.org is no a.b.example.org.
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

    /** A name ends up in audit lines and as a holder: what is no plain text is no name. */
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
