package io.holdfast.log.raft;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Ports of this machine that nobody listens on. */
public final class FreePorts {

    private FreePorts() {}

    /** An address for each of the names, all of them different. */
    public static SortedMap<String, PeerAddress> peers(String... names) {
        List<ServerSocket> sockets = new ArrayList<>();
        SortedMap<String, PeerAddress> peers = new TreeMap<>();
        try {
            for (String name : names) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                peers.put(name, new PeerAddress("127.0.0.1", socket.getLocalPort()));
            }
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return peers;
    }
}
