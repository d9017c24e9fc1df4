package io.holdfast.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One keep-alive connection with at most one request in flight. */
final class Wire implements AutoCloseable {

    private static final int REPLY_MAX = 16 * 1024;
    private static final int EXCERPT_MAX = 300;
    private static final Step SILENCE = new Step(Protocol.HTTP, "", 0);

    final int index;
    private final SocketChannel channel;
    private final SelectionKey key;
    private final Run run;
    private final Faults faults;
    private final ByteBuffer in = ByteBuffer.allocateDirect(REPLY_MAX);
    private final Reply reply = new Reply();
    private Step step = SILENCE;

    Wire(int index, InetSocketAddress to, Selector selector, Run run, Faults faults)
            throws IOException {
        this.index = index;
        this.run = run;
        this.faults = faults;
        channel = SocketChannel.open(to);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Sends the request; its reply is passed to the run. */
    void send(Step next) {
        if (!channel.isOpen()) {
            return;
        }
        step = next;
        write(next.rewound());
    }

    /** Handles the events that the selector reported. */
    void ready() {
        if (key.isValid() && key.isWritable()) {
            key.interestOps(SelectionKey.OP_READ);
            write(step.request());
        }
        if (key.isValid() && key.isReadable()) {
            read();
        }
    }

    private void write(ByteBuffer request) {
        try {
            channel.write(request);
            if (request.hasRemaining()) {
                key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
            }
        } catch (IOException failure) {
            lose("a write failed: " + failure.getMessage());
        }
    }

    private void read() {
        int count;
        try {
            count = channel.read(in);
        } catch (IOException failure) {
            lose("a read failed: " + failure.getMessage());
            return;
        }
        if (count < 0) {
            lose("the server closed a connection");
        } else if (count > 0) {
            examine();
        }
    }

    private void examine() {
        int end = in.position();
        if (step == SILENCE) {
            lose("unexpected bytes: " + Bytes.excerpt(in, end, EXCERPT_MAX));
            return;
        }
        step.protocol().parse(in, end, reply);
        switch (reply.state) {
            case INCOMPLETE -> {
                if (!in.hasRemaining()) {
                    lose("a reply longer than the buffer");
                }
            }
            case MALFORMED -> lose(reply.fault + ": " + Bytes.excerpt(in, end, EXCERPT_MAX));
            case COMPLETE -> answered(end);
        }
    }

    private void answered(int end) {
        if (reply.end != end) {
            lose("bytes after the reply: " + Bytes.excerpt(in, end, EXCERPT_MAX));
            return;
        }
        boolean good = step.accept(in, reply);
        if (!good) {
            faults.add("a wrong reply: " + Bytes.excerpt(in, end, EXCERPT_MAX));
        }
        in.clear();
        step = SILENCE;
        run.replied(this, good);
    }

    private void lose(String why) {
        faults.add(why);
        close();
        run.lost(this);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // A connection that fails to close cleanly is closed nevertheless.
        }
    }
}
