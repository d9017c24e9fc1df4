package io.holdfast.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/**
 * Hostile clients: many connections that send the same bytes and read the replies unless told
 * otherwise. One thread drives them all, and the bytes exist once in memory.
 */
final class Flood implements AutoCloseable {

    /**
     * If no connection makes progress for this long, everything that could be sent has been sent.
     */
    private static final long QUIET_MILLIS = 400;

    private static final int BATCH = 50;
    private static final int UNREAD_BYTES = 4 << 10;

    private final Selector selector;
    private final ByteBuffer bytes;
    private final boolean reads;
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(64 << 10);
    private final List<SocketChannel> channels = new ArrayList<>();

    /** Connections that got 503, another status, or were closed. */
    int unavailable;

    int answered;
    int ended;

    Flood(String text, int fillBytes, boolean reads) throws IOException {
        byte[] head = text.getBytes(StandardCharsets.ISO_8859_1);
        this.selector = Selector.open();
        this.reads = reads;
        this.bytes = ByteBuffer.allocateDirect(head.length + fillBytes);
        bytes.put(head);
        while (bytes.hasRemaining()) {
            bytes.put((byte) 'x');
        }
        bytes.flip();
    }

    /** Sends the same text repeatedly. */
    static Flood repeating(String text, int times, boolean reads) throws IOException {
        return new Flood(text.repeat(times), 0, reads);
    }

    /** Opens the connections from the given number of loopback addresses and sends all it can. */
    void run(int port, int connections, int addresses) throws IOException {
        for (int i = 0; i < connections; i++) {
            open(port, "127.9.0." + (1 + i % addresses));
            if (i % BATCH == BATCH - 1) {
                turn(0);
            }
        }
        while (turn(QUIET_MILLIS) > 0) {
            // Continues as long as any connection makes progress.
        }
    }

    /** Continues until the condition is true. */
    void until(BooleanSupplier so) {
        Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> {
            turn(QUIET_MILLIS);
            return so.getAsBoolean();
        });
    }

    private void open(int port, String from) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            if (!reads) {
                // Keeps the kernel from buffering what the server should have to buffer.
                channel.setOption(StandardSocketOptions.SO_RCVBUF, UNREAD_BYTES);
            }
            channel.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            channel.close();
            ended++;
            return;
        }
        channel.configureBlocking(false);
        channels.add(channel);
        int wanted = SelectionKey.OP_WRITE | (reads ? SelectionKey.OP_READ : 0);
        channel.register(selector, wanted, bytes.duplicate());
    }

    private int turn(long millis) throws IOException {
        int ready = millis == 0 ? selector.selectNow() : selector.select(millis);
        for (SelectionKey key : selector.selectedKeys()) {
            try {
                move(key);
            } catch (IOException e) {
                key.channel().close();
                ended++;
            }
        }
        selector.selectedKeys().clear();
        return ready;
    }

    private void move(SelectionKey key) throws IOException {
        SocketChannel channel = (SocketChannel) key.channel();
        if (key.isReadable()) {
            scratch.clear();
            int read = channel.read(scratch);
            if (read < 0) {
                channel.close();
                ended++;
                return;
            }
            count(read);
        }
        if (key.isWritable()) {
            ByteBuffer left = (ByteBuffer) key.attachment();
            channel.write(left);
            if (!left.hasRemaining()) {
                key.interestOps(key.interestOps() & ~SelectionKey.OP_WRITE);
            }
        }
    }

    private void count(int read) {
        String start = StandardCharsets.ISO_8859_1
                .decode(scratch.flip().limit(Math.min(read, 12)))
                .toString();
        if (start.equals("HTTP/1.1 503")) {
            unavailable++;
        } else {
            answered++;
        }
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : channels) {
            channel.close();
        }
        selector.close();
    }
}
