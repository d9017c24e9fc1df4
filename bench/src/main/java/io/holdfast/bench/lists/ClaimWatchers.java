package io.holdfast.bench.lists;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Clients that wait for a change of one claim, each on a connection of its own. */
final class ClaimWatchers implements AutoCloseable {

    private static final int CONNECTIONS_PER_ADDRESS = 10_000;

    private final List<SocketChannel> channels = new ArrayList<>();

    /** Opens the connections. The system's limit of open files may end this early. */
    ClaimWatchers(String host, int port, String path, int count) throws IOException {
        byte[] request = ("GET " + path + " HTTP/1.1\r\nHost: " + host
                        + "\r\nPrefer: wait=60\r\nIf-None-Match: W/\"active\"\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open();
            channels.add(channel);
            channel.bind(new InetSocketAddress("127.0.7." + (1 + i / CONNECTIONS_PER_ADDRESS), 0));
            channel.connect(new InetSocketAddress(host, port));
            channel.write(ByteBuffer.wrap(request));
        }
    }

    /** Waits for the reply to every watcher and returns how many had status 200. */
    int replies() throws IOException {
        int found = 0;
        ByteBuffer buffer = ByteBuffer.allocate(4096);
        for (SocketChannel channel : channels) {
            buffer.clear();
            int read = channel.read(buffer);
            String start = new String(buffer.array(), 0, Math.max(0, read), StandardCharsets.UTF_8);
            found += start.startsWith("HTTP/1.1 200") ? 1 : 0;
        }
        return found;
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : channels) {
            channel.close();
        }
    }
}
