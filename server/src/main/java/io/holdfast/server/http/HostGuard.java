package io.holdfast.server.http;

import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rejects requests of foreign web pages if there is no authentication. Otherwise any page opened in
 * a browser on this machine could call the server, by DNS rebinding or by a blind POST.
 */
final class HostGuard {

    private static final Pattern OCTET =
            Pattern.compile("0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5]");

    private final Set<String> names = new HashSet<>();

    HostGuard(String boundHost, List<String> allowedHosts) {
        names.add("localhost");
        names.add("[::1]");
        names.add(bracketed(boundHost.toLowerCase(Locale.ROOT)));
        allowedHosts.forEach(host -> names.add(bracketed(host.toLowerCase(Locale.ROOT))));
    }

    /** Returns why the host is rejected, or null if it is allowed. */
    @Nullable
    String refusal(String authority, @Nullable InetAddress local) {
        String name = withoutPort(authority.toLowerCase(Locale.ROOT));
        if (name != null && (names.contains(name) || isLoopback(name) || isAddress(name, local))) {
            return null;
        }
        return "Host is not one of this server's names; see --allowed-hosts";
    }

    private static @Nullable String withoutPort(String authority) {
        int bracket = authority.lastIndexOf(']');
        int colon = authority.lastIndexOf(':');
        if (colon <= bracket) {
            return authority;
        }
        for (int i = colon + 1; i < authority.length(); i++) {
            if (authority.charAt(i) < '0' || authority.charAt(i) > '9') {
                return null;
            }
        }
        return authority.substring(0, colon);
    }

    /** Returns whether it is an IPv4 address in 127.0.0.0/8 in dotted decimal notation. */
    private static boolean isLoopback(String name) {
        String[] parts = name.split("\\.", -1);
        if (parts.length != 4 || !parts[0].equals("127")) {
            return false;
        }
        for (String part : parts) {
            if (!OCTET.matcher(part).matches()) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAddress(String name, @Nullable InetAddress local) {
        return local != null && name.equals(bracketed(local.getHostAddress()));
    }

    private static String bracketed(String host) {
        int scope = host.indexOf('%');
        String plain = scope < 0 ? host : host.substring(0, scope);
        return plain.indexOf(':') >= 0 && !plain.startsWith("[") ? "[" + plain + "]" : plain;
    }
}
