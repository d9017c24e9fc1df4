package io.holdfast.server.http;

import io.holdfast.server.auth.Role;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One line of the route table.
 *
 * @param template the path, whose {@code {name}} segments are parameters; also the metrics label. A
 *     last segment {@code {path}} takes the rest of the path, slashes included
 * @param operationId its name in the OpenAPI document
 * @param role what whoever asks must be; null for a route that asks nobody
 * @param bodyMaxBytes the largest body, or 0 for the listener's default
 * @param leniences what it is spared that others are held to
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

    /** What a route can be spared. */
    enum Lenience {
        NO_AUTHENTICATION,
        NO_RATE_LIMIT,
        NO_HOST_GUARD,
        CARELESS_SLASHES,
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

    /** A route with every guard on and the default body limit; it still has to say its role. */
    public static Route of(
            String method, String template, Dialect dialect, String operationId, Handler handler) {
        return new Route(method, template, dialect, operationId, handler, null, 0, Set.of());
    }

    /** Whether a body means anything to it; what does not is dropped as it comes. */
    boolean readsBody() {
        return !leniences.contains(Lenience.BODY_UNREAD)
                && !method.equals("GET")
                && !method.equals("OPTIONS");
    }

    boolean takesRest() {
        return template.endsWith("/" + REST);
    }

    /** Whether it says who may call it. One that does not is served to nobody. */
    boolean isDecided() {
        return authenticated() == (role != null);
    }

    /** Whether it asks who somebody is, where that is configured. */
    public boolean authenticated() {
        return !leniences.contains(Lenience.NO_AUTHENTICATION);
    }

    /** Whether it counts against its caller's rate. */
    boolean rateLimited() {
        return !leniences.contains(Lenience.NO_RATE_LIMIT);
    }

    /** Whether the Host guard applies where no authentication is configured. */
    boolean hostGuarded() {
        return !leniences.contains(Lenience.NO_HOST_GUARD);
    }

    /**
     * Whether it is also served without the slash at its end, and with two at its beginning, as
     * careless clients write it.
     */
    boolean lenientSlashes() {
        return leniences.contains(Lenience.CARELESS_SLASHES);
    }

    /** The same, for those who have the role. */
    public Route needs(Role needed) {
        return with(needed, bodyMaxBytes, leniences);
    }

    /** The same, for everybody, whoever they are. */
    public Route withoutAuthentication() {
        return with(null, bodyMaxBytes, and(Lenience.NO_AUTHENTICATION));
    }

    /** The same, not counted against the caller's rate. */
    public Route withoutRateLimit() {
        return with(role, bodyMaxBytes, and(Lenience.NO_RATE_LIMIT));
    }

    /** The same, for any Host: for pages that are meant to be reached from elsewhere. */
    public Route withoutHostGuard() {
        return with(role, bodyMaxBytes, and(Lenience.NO_HOST_GUARD));
    }

    /** The same, with its own body limit. */
    public Route withBodyMaxBytes(int maxBytes) {
        return with(role, maxBytes, leniences);
    }

    /** The same, which looks at no body whatever comes. */
    public Route withBodyUnread() {
        return with(role, bodyMaxBytes, and(Lenience.BODY_UNREAD));
    }

    /** The same, with or without the slash at its end, and with one or two at its beginning. */
    public Route withLenientSlashes() {
        return with(role, bodyMaxBytes, and(Lenience.CARELESS_SLASHES));
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
