package io.holdfast.server.http;

import io.holdfast.server.auth.Role;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the route table.
 *
 * @param template the path, whose {@code {name}} segments are parameters; also the metrics label. A
 *     last segment {@code {path}} takes the rest of the path, slashes included
 * @param operationId its name in the OpenAPI document
 * @param role the required role; null for a route without authentication
 * @param bodyMaxBytes the largest body, or 0 for the listener's default
 * @param leniences the checks that it skips
 */
public record Route(
        String method,
        String template,
        Dialect dialect,
        String operationId,
        Handler handler,
        @Nullable Role role,
        int bodyMaxBytes,
        Set<Lenience> leniences) {

    /** The segment that takes the rest of a path. */
    static final String REST = "{path}";

    /** Checks that a route can skip. */
    enum Lenience {
        NO_AUTHENTICATION,
        NO_RATE_LIMIT,
        NO_HOST_GUARD,
        CARELESS_SLASHES,
        PASSWORD_AS_TOKEN,
        BODY_UNREAD
    }

    public Route {
        if (!template.startsWith("/")) {
            throw new IllegalArgumentException("a template starts with a slash: " + template);
        }
        if (bodyMaxBytes < 0) {
            throw new IllegalArgumentException("negative body limit on " + template);
        }
    }

    /** A route with all checks and the default body limit; its role must still be set. */
    public static Route of(
            String method, String template, Dialect dialect, String operationId, Handler handler) {
        return new Route(method, template, dialect, operationId, handler, null, 0, Set.of());
    }

    /** Returns whether it uses a body; otherwise the body is discarded as it arrives. */
    boolean readsBody() {
        return !leniences.contains(Lenience.BODY_UNREAD)
                && !method.equals("GET")
                && !method.equals("OPTIONS");
    }

    /** Returns the position of the parameter {@code {key}}; -1 if there is none. */
    int keyPosition() {
        int end = template.indexOf("{key}");
        return end < 0
                ? -1
                : (int) template.substring(0, end).chars().filter(c -> c == '{').count();
    }

    boolean takesRest() {
        return template.endsWith("/" + REST);
    }

    /** Returns whether its role is declared. A route without a declaration is rejected. */
    boolean isDecided() {
        return authenticated() == (role != null);
    }

    /** Returns whether it requires authentication, if that is configured. */
    public boolean authenticated() {
        return !leniences.contains(Lenience.NO_AUTHENTICATION);
    }

    /** Returns whether it counts against the rate limits. */
    boolean rateLimited() {
        return !leniences.contains(Lenience.NO_RATE_LIMIT);
    }

    /** Returns whether the Host guard applies if no authentication is configured. */
    boolean hostGuarded() {
        return !leniences.contains(Lenience.NO_HOST_GUARD);
    }

    /**
     * Returns whether it is also served without its trailing slash and with two leading slashes, as
     * some clients send it.
     */
    boolean lenientSlashes() {
        return leniences.contains(Lenience.CARELESS_SLASHES);
    }

    /**
     * Returns whether the password of HTTP Basic authentication is accepted as a bearer token, for
     * clients that can send no other header.
     */
    boolean passwordAsToken() {
        return leniences.contains(Lenience.PASSWORD_AS_TOKEN);
    }

    /** Returns a copy that requires the role. */
    public Route needs(Role needed) {
        return with(needed, bodyMaxBytes, leniences);
    }

    /** Returns a copy without authentication. */
    public Route withoutAuthentication() {
        return with(null, bodyMaxBytes, and(Lenience.NO_AUTHENTICATION));
    }

    /** Returns a copy that does not count against the rate limits. */
    public Route withoutRateLimit() {
        return with(role, bodyMaxBytes, and(Lenience.NO_RATE_LIMIT));
    }

    /** Returns a copy for any Host, for pages that are meant to be reached from elsewhere. */
    public Route withoutHostGuard() {
        return with(role, bodyMaxBytes, and(Lenience.NO_HOST_GUARD));
    }

    /** Returns a copy with its own body limit. */
    public Route withBodyMaxBytes(int maxBytes) {
        return with(role, maxBytes, leniences);
    }

    /** Returns a copy that discards any body. */
    public Route withBodyUnread() {
        return with(role, bodyMaxBytes, and(Lenience.BODY_UNREAD));
    }

    /** Returns a copy that accepts a missing trailing slash and a second leading slash. */
    public Route withLenientSlashes() {
        return with(role, bodyMaxBytes, and(Lenience.CARELESS_SLASHES));
    }

    /** Returns a copy that accepts a token as the password of HTTP Basic authentication. */
    public Route withPasswordAsToken() {
        return with(role, bodyMaxBytes, and(Lenience.PASSWORD_AS_TOKEN));
    }

    private Route with(@Nullable Role other, int otherMaxBytes, Set<Lenience> otherLeniences) {
        return new Route(
                method,
                template,
                dialect,
                operationId,
                handler,
                other,
                otherMaxBytes,
                otherLeniences);
    }

    private Set<Lenience> and(Lenience more) {
        EnumSet<Lenience> all = EnumSet.of(more);
        all.addAll(leniences);
        return all;
    }
}
