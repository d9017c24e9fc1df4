package io.holdfast.server.http;

import io.holdfast.server.net.Networks;
import io.holdfast.server.net.Remote;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Determines the client address of a request. It is the peer's address; if that is a trusted proxy,
 * it is the last hop of the configured header that is not a trusted proxy. Earlier hops come from
 * outside and are not trusted. Only one header is read, because a proxy that sets the one may pass
 * on what a client wrote into the other.
 */
public final class ClientAddresses {

    /** Trusts no proxy. */
    public static final ClientAddresses DIRECT = new ClientAddresses(Networks.NONE, false);

    private static final String X_FORWARDED_FOR = "X-Forwarded-For";
    private static final String FORWARDED = "Forwarded";

    private final Networks proxies;
    private final boolean forwarded;

    /** @param forwarded whether {@code Forwarded} is read instead of {@code X-Forwarded-For} */
    public ClientAddresses(Networks proxies, boolean forwarded) {
        this.proxies = proxies;
        this.forwarded = forwarded;
    }

    /** Returns the client's address: the peer itself unless a trusted proxy names another. */
    InetAddress of(RequestHead head, InetAddress peer) {
        if (proxies.isEmpty() || !isProxy(peer)) {
            return peer;
        }
        List<String> hops = hops(head);
        InetAddress nearest = peer;
        for (int i = hops.size() - 1; i >= 0; i--) {
            InetAddress hop = address(hops.get(i));
            if (hop == null) {
                // Not an address: the proxy that reported it is the last known hop.
                return nearest;
            }
            if (!isProxy(hop)) {
                return hop;
            }
            nearest = hop;
        }
        return nearest;
    }

    private boolean isProxy(InetAddress address) {
        return proxies.hold(Remote.text(address));
    }

    /** Returns the hops of all header lines, the nearest one last. */
    private List<String> hops(RequestHead head) {
        List<String> hops = new ArrayList<>();
        for (String line : head.all(forwarded ? FORWARDED : X_FORWARDED_FOR)) {
            for (String item : line.split(",", -1)) {
                hops.add(forwarded ? forPart(item) : item.strip());
            }
        }
        return hops;
    }

    /** Returns the value of {@code for=} in one element. */
    private static String forPart(String element) {
        for (String pair : element.split(";", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0 && pair.substring(0, equals).strip().equalsIgnoreCase("for")) {
                return pair.substring(equals + 1).strip().replace("\"", "");
            }
        }
        return "";
    }

    /** Parses an address with or without a port; returns null if it is invalid. */
    private static @Nullable InetAddress address(String hop) {
        String text = hop;
        if (text.startsWith("[")) {
            int end = text.indexOf(']');
            text = end < 0 ? "" : text.substring(1, end);
        } else if (text.indexOf(':') >= 0 && text.indexOf(':') == text.lastIndexOf(':')) {
            text = text.substring(0, text.indexOf(':'));
        }
        try {
            boolean none = text.isEmpty() || text.indexOf('%') >= 0;
            return none ? null : InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
