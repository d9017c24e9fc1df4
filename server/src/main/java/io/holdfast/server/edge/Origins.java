package io.holdfast.server.edge;

import io.holdfast.server.http.Exchange;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The scheme and authority by which a client reached the server, for the addresses that replies
 * name. They are the request's own; only a trusted proxy may say that they were others.
 */
public final class Origins {

    private final Networks proxies;
    private final String scheme;

    /** @param tls whether clients that come without a proxy speak HTTPS */
    public Origins(Networks proxies, boolean tls) {
        this.proxies = proxies;
        this.scheme = tls ? "https" : "http";
    }

    /** For example {@code https://locks.example.org}, without a slash at its end. */
    public String of(Exchange exchange) {
        String proto = forwarded(exchange, "proto", "X-Forwarded-Proto");
        return scheme(proto) + "://" + authority(exchange);
    }

    /** For example {@code locks.example.org}, or with a port where the client named one. */
    public String authority(Exchange exchange) {
        String host = forwarded(exchange, "host", "X-Forwarded-Host");
        return authority(host, exchange.authority());
    }

    /** What a trusted proxy says; null where there is none, or it says nothing. */
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
        // HTTP/1.0 knows requests without a Host.
        return isAuthority(own) ? own : "localhost";
    }

    /** Names, addresses and ports alone: this ends up in a header and in what clients follow. */
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

    /** The value that the proxy nearest to the client added. */
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
