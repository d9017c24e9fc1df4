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
 * Ports of this machine on which no process listens. They are below the range from which Linux
 * chooses a port by itself, so that no server on port 0 and no outgoing connection takes one
 * between the choice and its use.
 */
public final class FreePorts {

    private static final int FIRST = 20_000;
    private static final int END = 32_000;

    /** Two processes begin at different places. */
    private static final AtomicInteger CHOSEN =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 31 % (END - FIRST)));

    private FreePorts() {}

    /** So many ports, all of them different. */
    public static List<Integer> ports(int count) {
        return Stream.generate(FreePorts::port).limit(count).toList();
    }

    /** A port that this process has not chosen before. */
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

    /** An address for each of the names, all of them different. */
    public static SortedMap<String, PeerAddress> peers(String... names) {
        SortedMap<String, PeerAddress> peers = new TreeMap<>();
        for (String name : names) {
            peers.put(name, new PeerAddress("127.0.0.1", port()));
        }
        return peers;
    }
}
