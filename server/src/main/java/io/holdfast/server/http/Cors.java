package io.holdfast.server.http;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The origins whose pages may call the server from a browser, and their CORS headers. */
final class Cors {

    private static final String REST =
            "Access-Control-Allow-Methods: GET, PUT, POST, PATCH, DELETE, OPTIONS\r\n"
                    + "Access-Control-Allow-Headers:"
                    + " Authorization, Content-Type, X-Dflockd-Session, X-Holdfast-Session,"
                    + " X-Holdfast-Owner, Idempotency-Key, If-None-Match, Prefer\r\n"
                    + "Access-Control-Expose-Headers: Holdfast-Resource, Retry-After, X-Fence\r\n"
                    + "Access-Control-Max-Age: 300\r\n";
    private static final String EVERYBODY = "Access-Control-Allow-Origin: *\r\n" + REST;

    /** For APIs that are open to all origins, whose requests carry no identity. */
    static final Cors OPEN = new Cors(List.of("*"), """
            Access-Control-Allow-Origin: *\r
            Access-Control-Allow-Methods: GET, HEAD, PUT, POST, DELETE, OPTIONS\r
            Access-Control-Allow-Headers: *\r
            Access-Control-Expose-Headers: Retry-After\r
            Access-Control-Max-Age: 300\r
            """);

    private final boolean everybody;
    private final String toEverybody;
    private final Set<String> origins;

    private Cors(List<String> origins, String toEverybody) {
        this.toEverybody = toEverybody;
        this.everybody = origins.contains("*");
        this.origins = Set.copyOf(origins);
    }

    /** Returns null if no origin is allowed, which disables CORS. */
    static @Nullable Cors of(List<String> origins) {
        return origins.isEmpty() ? null : new Cors(origins, EVERYBODY);
    }

    /** Returns the header lines for a request, or null if its origin is not allowed. */
    @Nullable
    String headersFor(RequestHead head) {
        if (everybody) {
            return toEverybody;
        }
        String origin = head.header("Origin");
        if (origin == null || !origins.contains(origin)) {
            return null;
        }
        return "Access-Control-Allow-Origin: " + origin + "\r\nVary: Origin\r\n" + REST;
    }

    boolean isPreflight(RequestHead head) {
        return head.method.equals("OPTIONS") && head.find("Access-Control-Request-Method") >= 0;
    }
}
