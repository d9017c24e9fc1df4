package io.holdfast.server.auth.proxy;

import io.holdfast.core.value.Actor;
import io.holdfast.server.auth.Authenticator;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.Names;
import io.holdfast.server.auth.PresentedCredentials;
import io.holdfast.server.auth.Principal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Trusts the name in a header if the request comes from a trusted proxy. From any other address
 * such a header is an impersonation attempt, or a proxy missing from the configuration: it is
 * rejected rather than ignored, so that both are noticed.
 */
public final class ProxyHeader implements Authenticator {

    static final Decision FROM_ELSEWHERE =
            new Decision.Refused("the identity header was not sent by a trusted proxy");
    static final Decision TWICE =
            new Decision.Refused("a header of the proxy's is there more than once");
    static final Decision NO_NAME =
            new Decision.Refused("the proxy's identity header has no valid name");
    static final Decision NO_TENANT = new Decision.Refused("the proxy names no tenant");

    /** The values that Apache httpd writes for an unset variable. */
    private static final Set<String> NOBODY = Set.of("", "(null)");

    /** Shibboleth separates by semicolons, oauth2-proxy by commas. */
    private static final Pattern SEPARATOR = Pattern.compile("[,;]");

    private final ProxyOptions options;
    private final List<String> headers;

    public ProxyHeader(ProxyOptions options) {
        this.options = options;
        this.headers = options.headers();
    }

    @Override
    public List<String> headers() {
        return headers;
    }

    @Override
    public Decision authenticate(PresentedCredentials presented) {
        boolean any = false;
        for (String header : headers) {
            any |= presented.header(header) != null;
        }
        if (!any) {
            return Decision.NOT_MINE;
        }
        if (!options.from().hold(presented.remote())) {
            return FROM_ELSEWHERE;
        }
        for (String header : headers) {
            // The proxy's own header could not be told from the other one.
            if (presented.isRepeated(header)) {
                return TWICE;
            }
        }
        String name = text(presented, options.header());
        return name == null ? Decision.NOT_MINE : named(name, presented);
    }

    private Decision named(String text, PresentedCredentials presented) {
        String name = Names.principal(text);
        if (name == null) {
            return NO_NAME;
        }
        String tenant = Actor.DEFAULT_TENANT;
        if (options.tenantHeader() != null) {
            String given = text(presented, options.tenantHeader());
            tenant = given == null ? null : Names.tenant(given);
            if (tenant == null) {
                return NO_TENANT;
            }
        }
        List<String> words = List.of();
        if (options.rolesHeader() != null) {
            String given = text(presented, options.rolesHeader());
            words = given == null
                    ? List.of()
                    : Stream.of(SEPARATOR.split(given)).map(String::strip).toList();
        }
        return new Decision.Admitted(
                new Principal(name, true, null, tenant, options.roles().of(words)));
    }

    /** Returns the header's text, decoded as UTF-8; null if it names no user. */
    private static @Nullable String text(PresentedCredentials presented, String header) {
        String value = presented.header(header);
        if (value == null || NOBODY.contains(value.strip())) {
            return null;
        }
        return new String(
                value.strip().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
