package io.holdfast.server.auth.proxy;

import io.holdfast.core.command.Actor;
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
 * Believes the name in a header, where the request comes from a trusted proxy. From anywhere else
 * such a header is an attempt to be somebody, or a proxy that nobody configured: it is refused
 * rather than ignored, so that either is noticed.
 */
public final class ProxyHeader implements Authenticator {

    static final Decision FROM_ELSEWHERE = new Decision.Refused(
            "a header of this request names somebody, and comes from no trusted proxy");
    static final Decision TWICE =
            new Decision.Refused("a header of the proxy's is there more than once");
    static final Decision NO_NAME = new Decision.Refused("the proxy names nobody that can be");
    static final Decision NO_TENANT = new Decision.Refused("the proxy names no tenant");

    /** What Apache httpd writes for a variable that is not set. */
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
            // Which of the two would be the proxy's own cannot be told.
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

    /** The header's text, whose bytes beyond ASCII are UTF-8; null where it names nobody. */
    private static @Nullable String text(PresentedCredentials presented, String header) {
        String value = presented.header(header);
        if (value == null || NOBODY.contains(value.strip())) {
            return null;
        }
        return new String(
                value.strip().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
