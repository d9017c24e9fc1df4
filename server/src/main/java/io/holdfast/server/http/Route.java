package io.holdfast.server.http;

import io.holdfast.server.auth.Role;

import org.jspecify.annotations.Nullable;

/**
 * One line of the route table.
 *
 * @param template the path, whose {@code {name}} segments are parameters; also the metrics label. A
 *     last segment {@code {path}} takes the rest of the path, slashes included
 * @param operationId its name in the OpenAPI document
 * @param authenticated whether it asks who somebody is, where that is configured
 * @param role what whoever asks must be; null for a route that asks nobody
 * @param rateLimited whether it counts against its caller's rate
 * @param hostGuarded whether the Host guard applies where no authentication is configured
 * @param bodyMaxBytes the largest body, or 0 for the listener's default
 * @param lenientSlashes whether it is also served without the slash at its end, and with two at its
 *     beginning, as careless clients write it
 */
public record Route(
        String method,
        String template,
        Dialect dialect,
        String operationId,
        Handler handler,
        boolean authenticated,
        @Nullable Role role,
        boolean rateLimited,
        boolean hostGuarded,
        int bodyMaxBytes,
        boolean lenientSlashes) {

    /** The segment that takes the rest of a path. */
    static final String REST = "{path}";

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
        return new Route(
                method, template, dialect, operationId, handler, true, null, true, true, 0, false);
    }

    boolean takesRest() {
        return template.endsWith("/" + REST);
    }

    /** Whether it says who may call it. One that does not is served to nobody. */
    boolean isDecided() {
        return authenticated == (role != null);
    }

    /** The same, for those who have the role. */
    public Route needs(Role needed) {
        return new Route(
                method,
                template,
                dialect,
                operationId,
                handler,
                authenticated,
                needed,
                rateLimited,
                hostGuarded,
                bodyMaxBytes,
                lenientSlashes);
    }

    /** The same, for everybody, whoever they are. */
    public Route withoutAuthentication() {
        return new Route(
                method,
                template,
                dialect,
                operationId,
                handler,
                false,
                null,
                rateLimited,
                hostGuarded,
                bodyMaxBytes,
                lenientSlashes);
    }

    /** The same, not counted against the caller's rate. */
    public Route withoutRateLimit() {
        return new Route(
                method,
                template,
                dialect,
                operationId,
                handler,
                authenticated,
                role,
                false,
                hostGuarded,
                bodyMaxBytes,
                lenientSlashes);
    }

    /** The same, for any Host: for pages that are meant to be reached from elsewhere. */
    public Route withoutHostGuard() {
        return new Route(
                method,
                template,
                dialect,
                operationId,
                handler,
                authenticated,
                role,
                rateLimited,
                false,
                bodyMaxBytes,
                lenientSlashes);
    }

    /** The same, with its own body limit. */
    public Route withBodyMaxBytes(int maxBytes) {
        return new Route(
                method,
                template,
                dialect,
                operationId,
                handler,
                authenticated,
                role,
                rateLimited,
                hostGuarded,
                maxBytes,
                lenientSlashes);
    }

    /** The same, with or without the slash at its end, and with one or two at its beginning. */
    public Route withLenientSlashes() {
        return new Route(
                method,
                template,
                dialect,
                operationId,
                handler,
                authenticated,
                role,
                rateLimited,
                hostGuarded,
                bodyMaxBytes,
                true);
    }
}
