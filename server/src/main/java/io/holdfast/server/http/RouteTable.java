package io.holdfast.server.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All routes as a tree of path segments. A lookup reads the raw bytes of a path once and allocates
 * nothing. Paths are not normalized, and trailing slashes matter except for routes that declare
 * otherwise.
 */
public final class RouteTable {

    private final Node root = new Node();
    private final List<Route> routes;
    private final Dialect fallback;

    private RouteTable(List<Route> routes, Dialect fallback) {
        this.routes = List.copyOf(routes);
        this.fallback = fallback;
        Set<String> operationIds = new HashSet<>();
        for (Route route : this.routes) {
            if (!operationIds.add(route.operationId())) {
                throw new IllegalArgumentException("two operations named " + route.operationId());
            }
            if (!route.isDecided()) {
                throw new IllegalArgumentException(
                        route.operationId() + " does not say which role it needs");
            }
            add(route);
        }
        for (Route route : this.routes) {
            route.dialect().paths().forEach(path -> node(path).owner = route.dialect());
        }
        root.freeze();
    }

    /**
     * Builds the table; errors for paths that belong to no single API use the fallback's format.
     */
    public static RouteTable of(List<Route> routes, Dialect fallback) {
        return new RouteTable(routes, fallback);
    }

    /**
     * Returns all routes in the given order: the source of metrics labels and the OpenAPI document.
     */
    public List<Route> routes() {
        return routes;
    }

    private void add(Route route) {
        String template = route.template();
        add(route, template);
        if (route.lenientSlashes() && !route.takesRest()) {
            boolean slash = template.endsWith("/");
            add(route, slash ? template.substring(0, template.length() - 1) : template + "/");
        }
    }

    private void add(Route route, String template) {
        Node node = node(template);
        for (Route other : node.here) {
            if (other.method().equals(route.method())) {
                throw new IllegalArgumentException(
                        "two routes for " + route.method() + " " + route.template());
            }
        }
        node.here.add(route);
    }

    private Node node(String template) {
        Node node = root;
        for (String segment : template.substring(1).split("/", -1)) {
            node = segment.equals(Route.REST)
                    ? node.restChild()
                    : segment.startsWith("{") && segment.endsWith("}")
                            ? node.parameterChild()
                            : node.namedChild(segment.getBytes(StandardCharsets.US_ASCII));
        }
        return node;
    }

    /**
     * Finds the routes of a path; if there are none, the nearest parent defines the error format.
     */
    Match match(byte[] path, int from, int to) {
        Node node = root;
        Node rest = null;
        int start = from + 1;
        while (true) {
            // The innermost route that takes the rest of a path gets paths that match no other
            // route.
            rest = node.rest != null && start < to ? node.rest : rest;
            int end = start;
            while (end < to && path[end] != '/') {
                end++;
            }
            // Only the last segment may be empty, if a template ends with a slash.
            Node next = end == start && end != to ? null : node.child(path, start, end);
            if (next == null) {
                return rest != null ? rest.known : node.unknown;
            }
            node = next;
            if (end == to) {
                return node.known;
            }
            start = end + 1;
        }
    }

    /** Returns the match for paths that are rejected before the lookup. */
    Match nowhere() {
        return root.unknown;
    }

    /** The routes of a path, and the API that formats its errors. */
    static final class Match {
        private static final Route[] NONE = {};
        private final Route[] routes;
        private final Dialect dialect;
        private final String allow;

        private Match(Route[] routes, Dialect dialect, String allow) {
            this.routes = routes;
            this.dialect = dialect;
            this.allow = allow;
        }

        /** Returns the route for a method, or null; a GET route also answers HEAD. */
        @Nullable
        Route route(String method) {
            for (Route route : routes) {
                if (route.method().equals(method)) {
                    return route;
                }
            }
            return method.equals("HEAD") ? route("GET") : null;
        }

        /**
         * Returns whether no route of the path requires authentication: a wrong method then gets
         * 405, not 401.
         */
        boolean isOpenPath() {
            for (Route route : routes) {
                if (route.authenticated()) {
                    return false;
                }
            }
            return isKnownPath();
        }

        boolean isKnownPath() {
            return routes.length > 0;
        }

        /** Returns whether the path accepts an extra slash. */
        boolean isLenient() {
            return isKnownPath() && routes[0].lenientSlashes();
        }

        Dialect dialect() {
            return dialect;
        }

        /** Returns the value of the {@code Allow} header. */
        String allow() {
            return allow;
        }
    }

    private final class Node {
        private final List<Route> here = new ArrayList<>(2);
        private byte[][] names = {};
        private Node[] named = {};
        private @Nullable Node parameter;
        private @Nullable Node rest;
        private @Nullable Dialect owner;
        private Match known = new Match(Match.NONE, fallback, "");
        private Match unknown = known;

        private Node parameterChild() {
            if (parameter == null) {
                parameter = new Node();
            }
            return parameter;
        }

        private Node restChild() {
            if (rest == null) {
                rest = new Node();
            }
            return rest;
        }

        private Node namedChild(byte[] name) {
            Node found = childNamed(name, 0, name.length);
            if (found != null) {
                return found;
            }
            Node child = new Node();
            names = Arrays.copyOf(names, names.length + 1);
            named = Arrays.copyOf(named, named.length + 1);
            names[names.length - 1] = name;
            named[named.length - 1] = child;
            return child;
        }

        private @Nullable Node childNamed(byte[] path, int start, int end) {
            for (int i = 0; i < names.length; i++) {
                if (Arrays.equals(names[i], 0, names[i].length, path, start, end)) {
                    return named[i];
                }
            }
            return null;
        }

        private @Nullable Node child(byte[] path, int start, int end) {
            Node found = childNamed(path, start, end);
            return found != null || end == start ? found : parameter;
        }

        /** Computes the matches of this node; returns the APIs at and below it. */
        private Set<Dialect> freeze() {
            Set<Dialect> dialects = new HashSet<>();
            here.forEach(route -> dialects.add(route.dialect()));
            for (Node child : named) {
                dialects.addAll(child.freeze());
            }
            if (parameter != null) {
                dialects.addAll(parameter.freeze());
            }
            if (rest != null) {
                dialects.addAll(rest.freeze());
            }
            if (owner != null) {
                dialects.add(owner);
            }
            Dialect only = dialects.size() == 1 ? dialects.iterator().next() : fallback;
            Dialect own = owner == null ? only : owner;
            unknown = new Match(Match.NONE, own, "");
            List<String> methods = new ArrayList<>();
            for (Route route : here) {
                methods.add(route.method());
                if (route.method().equals("GET")) {
                    methods.add("HEAD");
                }
            }
            known = new Match(here.toArray(Route[]::new), own, String.join(", ", methods));
            return dialects;
        }
    }
}
