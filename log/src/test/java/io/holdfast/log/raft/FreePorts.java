package io.holdfast.log.raft;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Free ports of this host. They are below the range from which Linux chooses ports, so that no
 * server on port 0 and no outgoing connection takes one before it is used. Each is reserved until
 * this process ends, because other test processes choose ports while a member restarts.
 */
public final class FreePorts {

    private static final int FIRST = 20_000;
    private static final int END = 32_000;

    /** Different processes start at different ports. */
    private static final AtomicInteger CHOSEN =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 31 % (END - FIRST)));

    /** A reserved port is a locked byte of this file; the lock ends with the process. */
    private static final FileChannel RESERVED = reservations();

    private FreePorts() {}

    /** Returns the given number of different ports. */
    public static List<Integer> ports(int count) {
        return Stream.generate(FreePorts::port).limit(count).toList();
    }

    /** Returns a port that this process has not used before. */
    public static int port() {
        for (int tries = FIRST; tries < END; tries++) {
            int port = FIRST + CHOSEN.getAndIncrement() % (END - FIRST);
            if (reserve(port) && isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port from " + FIRST + " to " + END);
    }

    private static FileChannel reservations() {
        String name = "holdfast-test-ports-" + System.getProperty("user.name");
        try {
            return FileChannel.open(
                    Path.of(System.getProperty("java.io.tmpdir"), name),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reserves the port; returns false if another process has reserved it. */
    private static boolean reserve(int port) {
        try {
            return RESERVED.tryLock(port, 1, false) != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
