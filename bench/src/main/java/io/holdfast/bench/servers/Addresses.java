package io.holdfast.bench.servers;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds addresses in arguments and in server output. */
public final class Addresses {

    private static final String HOST_AND_PORT =
            "(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+):(\\d{1,5})(?!\\d)";
    private static final Pattern URL = Pattern.compile("http://" + HOST_AND_PORT);
    private static final Pattern PLAIN = Pattern.compile(HOST_AND_PORT);

    /** How Holdfast prints the address of the line protocol. */
    private static final Pattern LINE =
            Pattern.compile("line protocol on (?:tcp://)?" + HOST_AND_PORT);

    private static final int PORT_MIN = 8_000;
    private static final int PORT_MAX = 10_000;
    private static final int PORT_TRIES_MAX = 100;

    private Addresses() {}

    /**
     * Returns the first {@code http://host:port} of the text; a URL without a port does not count.
     */
    public static Optional<InetSocketAddress> firstIn(String text) {
        Matcher matcher = URL.matcher(text);
        return matcher.find() ? address(matcher) : Optional.empty();
    }

    /** Returns the address if the whole text is {@code host:port}. */
    public static Optional<InetSocketAddress> of(String text) {
        Matcher matcher = PLAIN.matcher(text);
        return matcher.matches() ? address(matcher) : Optional.empty();
    }

    /** Returns the first address of the line protocol in Holdfast's output. */
    static Optional<InetSocketAddress> lineIn(String text) {
        Matcher matcher = LINE.matcher(text);
        return matcher.find() ? address(matcher) : Optional.empty();
    }

    private static Optional<InetSocketAddress> address(Matcher matcher) {
        String host = matcher.group(1).replace("[", "").replace("]", "");
        int port = Integer.parseInt(matcher.group(2));
        return port > 0xffff ? Optional.empty() : Optional.of(new InetSocketAddress(host, port));
    }

    /**
     * Returns a free port of the loopback address, for servers that cannot choose one themselves.
     * It is outside the ephemeral range, from which outgoing connections take their ports.
     */
    static int freePort() throws IOException {
        Random random = new SecureRandom();
        for (int tries = 0; tries < PORT_TRIES_MAX; tries++) {
            int port = random.nextInt(PORT_MIN, PORT_MAX);
            try (ServerSocket socket =
                    new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // The port is in use.
            }
        }
        throw new IOException("no port is free");
    }
}
