package io.holdfast.server.net;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/** A list of networks, such as trusted ones. */
public final class Networks {

    public static final Networks NONE = new Networks(List.of());

    private final List<Network> networks;

    private record Network(byte[] address, int bits) {

        boolean holds(byte[] other) {
            if (other.length != address.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit & 7);
                if ((other[bit >> 3] & mask) != (address[bit >> 3] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    private Networks(List<Network> networks) {
        this.networks = List.copyOf(networks);
    }

    /**
     * Parses addresses such as {@code 10.1.2.3} and networks such as {@code 10.0.0.0/8}.
     *
     * @throws IllegalArgumentException if one is invalid; the message is its text
     */
    public static Networks parse(List<String> texts) {
        List<Network> networks = new ArrayList<>();
        for (String text : texts) {
            networks.add(parse(text));
        }
        return new Networks(networks);
    }

    private static Network parse(String text) {
        int slash = text.indexOf('/');
        try {
            byte[] address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash))
                    .getAddress();
            int all = address.length * 8;
            int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
            if (bits >= 0 && bits <= all) {
                return new Network(address, bits);
            }
        } catch (IllegalArgumentException e) {
            // Falls through: the text is not a network.
        }
        throw new IllegalArgumentException(text);
    }

    public boolean isEmpty() {
        return networks.isEmpty();
    }

    /** Returns whether the address, as text without a port, is in one of the networks. */
    public boolean hold(String address) {
        return !networks.isEmpty() && hold(InetAddress.ofLiteral(address));
    }

    /** Returns whether the address is in one of the networks. */
    public boolean hold(InetAddress address) {
        byte[] bytes = address.getAddress();
        for (Network network : networks) {
            if (network.holds(bytes)) {
                return true;
            }
        }
        return false;
    }
}
