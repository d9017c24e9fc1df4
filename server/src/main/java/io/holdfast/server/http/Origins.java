package io.holdfast.server.http;

import io.holdfast.server.net.Networks;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The scheme and authority by which a client reached the server, for URLs in replies. They are
 * those of the request, unless a trusted proxy reports others.
 */
public final class Origins {

    private final Networks proxies;
    private final String scheme;

    /** @param tls whether clients without a proxy use HTTPS */
    public Origins(Networks proxies, boolean tls) {
        this.proxies = proxies;
        this.scheme = tls ? "https" : "http";
    }

    /** Returns for example {@code https://locks.example.org}, without a trailing slash. */
    public String of(Exchange exchange) {
        String proto = forwarded(exchange, "proto", "X-Forwarded-Proto");
        return scheme(proto) + "://" + authority(exchange);
    }

    /** Returns for example {@code locks.example.org}, with a port if the client named one. */
    public String authority(Exchange exchange) {
        String host = forwarded(exchange, "host", "X-Forwarded-Host");
        return authority(host, exchange.authority());
    }

    /** Returns the value that a trusted proxy reports; null if there is none. */
    private @Nullable String forwarded(Exchange exchange, String element, String header) {
        if (!proxies.hold(exchange.remoteAddress())) {
            return null;
        }
        String forwarded = exchange.header("Forwarded");
        return forwarded == null ? first(exchange.header(header)) : element(forwarded, element);
    }

    private String scheme(@Nullable String proto) {
        String lower = proto == null ? "" : proto.toLowerCase(Locale.ROOT);
        return lower.equals("http") || lower.equals("https") ? lower : scheme;
    }

    private static String authority(@Nullable String forwarded, String own) {
        if (forwarded != null && isAuthority(forwarded)) {
            return forwarded;
        }
        // HTTP/1.0 requests may have no Host.
        return isAuthority(own) ? own : "localhost";
    }

    /**
     * Accepts names, addresses and ports only, because the text becomes part of headers and URLs.
     */
    private static boolean isAuthority(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z'
                    || c >= '0' && c <= '9'
                    || ".-_:[]".indexOf(c) >= 0;
            if (!plain) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Returns the value that the proxy nearest to the client added. */
    private static @Nullable String first(@Nullable String list) {
        if (list == null) {
            return null;
        }
        int comma = list.indexOf(',');
        return (comma < 0 ? list : list.substring(0, comma)).strip();
    }

    private static @Nullable String element(String forwarded, String name) {
        for (String pair : String.valueOf(first(forwarded)).split(";", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0 && pair.substring(0, equals).strip().equalsIgnoreCase(name)) {
                return pair.substring(equals + 1).strip().replace("\"", "");
            }
        }
        return null;
    }
}
