package io.holdfast.log.raft;

/** The address at which a member listens for its peers. */
public record PeerAddress(String host, int port) {

    private static final int PORT_MAX = 65_535;

    public PeerAddress {
        if (host.isEmpty() || port < 1 || port > PORT_MAX) {
            throw new IllegalArgumentException("expected HOST:PORT");
        }
    }

    /** Parses {@code host:port}; an IPv6 address is in brackets. */
    public static PeerAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        if (host.indexOf(':') >= 0 && !bracketed) {
            throw new IllegalArgumentException("expected HOST:PORT, IPv6 addresses in brackets");
        }
        try {
            return new PeerAddress(host, Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected HOST:PORT", e);
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
