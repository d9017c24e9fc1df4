package io.holdfast.log.raft;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Free ports of this host. They are below the range from which Linux chooses ports, so that no
 * server on port 0 and no outgoing connection takes one before it is used.
 */
public final class FreePorts {

    private static final int FIRST = 20_000;
    private static final int END = 32_000;

    /** Different processes start at different ports. */
    private static final AtomicInteger CHOSEN =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 31 % (END - FIRST)));

    private FreePorts() {}

    /** Returns the given number of different ports. */
    public static List<Integer> ports(int count) {
        return Stream.generate(FreePorts::port).limit(count).toList();
    }

    /** Returns a port that this process has not used before. */
    public static int port() {
        for (int tries = FIRST; tries < END; tries++) {
            int port = FIRST + CHOSEN.getAndIncrement() % (END - FIRST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port from " + FIRST + " to " + END);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns a different address for each name. */
    public static SortedMap<String, PeerAddress> peers(String... names) {
        SortedMap<String, PeerAddress> peers = new TreeMap<>();
        for (String name : names) {
            peers.put(name, new PeerAddress("127.0.0.1", port()));
        }
        return peers;
    }
}
