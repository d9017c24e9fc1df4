package io.holdfast.rig.polls;

import io.holdfast.rig.wire.Json;
import io.holdfast.rig.wire.Request;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** One connection on which a request may stay unanswered for long. */
final class Poll implements AutoCloseable {

    /** All polls run on one thread, so one buffer serves every connection. */
    private static final ByteBuffer BUFFER = ByteBuffer.allocate(8192);

    final int number;
    final SocketChannel channel;
    private final String host;

    private Poll(int number, SocketChannel channel, String host) {
        this.number = number;
        this.channel = channel;
        this.host = host;
    }

    static Poll connect(int number, int port) throws IOException {
        SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return new Poll(number, channel, "127.0.0.1:" + port);
    }

    void send(Request request) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(request.bytes(host, null));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Returns the reply. On a non-blocking channel it must have begun to arrive. */
    Map<String, Object> reply() throws IOException {
        BUFFER.clear();
        while (true) {
            if (channel.read(BUFFER) < 0) {
                throw new EOFException("poll " + number + " was disconnected");
            }
            String text =
                    new String(BUFFER.array(), 0, BUFFER.position(), StandardCharsets.ISO_8859_1);
            int head = text.indexOf("\r\n\r\n");
            if (head > 0 && text.endsWith("}\n")) {
                if (!text.startsWith("HTTP/1.1 200")) {
                    throw new IOException("poll " + number + " got " + text);
                }
                return Json.object(text.substring(head));
            }
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The channel is closed either way.
        }
    }
}
