package io.holdfast.server.http;

import io.holdfast.server.edge.Networks;
import io.holdfast.server.net.Remote;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whose request it is, by address. That is the other end of the connection; where that is a trusted
 * proxy, it is the last hop of the configured header that is no trusted proxy itself. What stands
 * before it came from outside and may say anything. One header alone is looked at, because a proxy
 * that sets the one may pass on what a client wrote into the other.
 */
public final class ClientAddresses {

    /** No proxy is trusted. */
    public static final ClientAddresses DIRECT = new ClientAddresses(Networks.NONE, false);

    private static final String X_FORWARDED_FOR = "X-Forwarded-For";
    private static final String FORWARDED = "Forwarded";

    private final Networks proxies;
    private final boolean forwarded;

    /** @param forwarded whether {@code Forwarded} is read, and not {@code X-Forwarded-For} */
    public ClientAddresses(Networks proxies, boolean forwarded) {
        this.proxies = proxies;
        this.forwarded = forwarded;
    }

    /** The address of the client; the peer itself where no trusted proxy names another. */
    InetAddress of(RequestHead head, InetAddress peer) {
        if (proxies.isEmpty() || !isProxy(peer)) {
            return peer;
        }
        List<String> hops = hops(head);
        InetAddress nearest = peer;
        for (int i = hops.size() - 1; i >= 0; i--) {
            InetAddress hop = address(hops.get(i));
            if (hop == null) {
                // Nobody knows who that was; the proxy that says so is the last that is known.
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

    /** The hops of all lines of the header, the nearest one last. */
    private List<String> hops(RequestHead head) {
        List<String> hops = new ArrayList<>();
        for (String line : head.all(forwarded ? FORWARDED : X_FORWARDED_FOR)) {
            for (String item : line.split(",", -1)) {
                hops.add(forwarded ? forPart(item) : item.strip());
            }
        }
        return hops;
    }

    /** What stands behind {@code for=} in one element. */
    private static String forPart(String element) {
        for (String pair : element.split(";", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0 && pair.substring(0, equals).strip().equalsIgnoreCase("for")) {
                return pair.substring(equals + 1).strip().replace("\"", "");
            }
        }
        return "";
    }

    /** An address, with or without its port; null where the text is none. */
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
