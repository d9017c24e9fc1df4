package io.holdfast.bench.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds addresses in what people and servers write. */
public final class Addresses {

    private static final Pattern URL =
            Pattern.compile("http://(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+):(\\d{1,5})(?!\\d)");

    private Addresses() {}

    /** The first {@code http://host:port} of the text; a URL without a port is not an address. */
    public static Optional<InetSocketAddress> firstIn(String text) {
        Matcher matcher = URL.matcher(text);
        if (!matcher.find()) {
            return Optional.empty();
        }
        String host = matcher.group(1).replace("[", "").replace("]", "");
        int port = Integer.parseInt(matcher.group(2));
        return port > 0xffff ? Optional.empty() : Optional.of(new InetSocketAddress(host, port));
    }

    /**
     * A port of the loopback address that was free a moment ago, for servers that cannot choose.
     */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
