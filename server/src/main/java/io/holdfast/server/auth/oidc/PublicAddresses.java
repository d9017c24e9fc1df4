package io.holdfast.server.auth.oidc;

import io.holdfast.server.net.Networks;

import java.net.InetAddress;
import java.util.List;

/**
 * Tells public addresses from private and reserved ones. A URL chosen by others must not make the
 * server connect to the latter (SSRF): services that trust their network are there, and cloud
 * metadata.
 */
final class PublicAddresses {

    private static final Networks OTHERS = Networks.parse(List.of(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",
            "::/96",
            // Ranges that embed IPv4 addresses, which may be any of the above.
            "64:ff9b::/96",
            "64:ff9b:1::/48",
            "2001::/32",
            "2002::/16",
            "100::/64",
            "2001:db8::/32",
            "fc00::/7",
            "fe80::/10",
            "fec0::/10",
            "ff00::/8"));

    private PublicAddresses() {}

    static boolean hold(InetAddress address) {
        return !OTHERS.hold(address);
    }
}
