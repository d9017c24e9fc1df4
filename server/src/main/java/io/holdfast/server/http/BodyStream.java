package io.holdfast.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The body of one reply on its way, in chunks or, to clients of HTTP/1.0, until the connection
 * ends. One piece is under way at a time, and none is asked for while the client is behind.
 *
 * <p>Threading: everything but the taker's methods runs on the connection's event loop.
 */
final class BodyStream implements BodySource.Taker {

    private static final Logger LOG = LoggerFactory.getLogger(BodyStream.class);
    private static final byte[] NOTHING = {};
    private static final byte[] LINE_END = Ascii.bytes("\r\n");
    private static final byte[] END = Ascii.bytes("0\r\n\r\n");

    private final Connection connection;
    private final HttpExchange exchange;
    private final BodySource source;
    private final boolean chunked;

    /** Whether a piece was asked for and has not come. */
    private boolean asked;

    BodyStream(Connection connection, HttpExchange exchange, BodySource source, boolean chunked) {
        this.connection = connection;
        this.exchange = exchange;
        this.source = source;
        this.chunked = chunked;
    }

    HttpExchange exchange() {
        return exchange;
    }

    /** Asks for the next piece, unless one is due or the client is behind. */
    void ask() {
        if (asked || !connection.takesMore(this)) {
            return;
        }
        asked = true;
        try {
            source.next(this);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("the body of a reply failed", e);
            connection.drop(exchange);
        }
    }

    @Override
    public void piece(byte[] bytes) {
        // A turn of the loop between two pieces lets its other connections have theirs.
        connection.executor().execute(() -> {
            asked = false;
            connection.write(this, bytes);
            ask();
        });
    }

    @Override
    public void last(byte[] bytes) {
        connection.executor().execute(() -> {
            connection.write(this, bytes);
            connection.end(this);
        });
    }

    @Override
    public void broken() {
        connection.executor().execute(() -> connection.drop(exchange));
    }

    /** A piece as it goes over the wire; an empty chunk would be the last one. */
    ByteBuf framed(ByteBufAllocator allocator, byte[] bytes) {
        if (!chunked || bytes.length == 0) {
            return Unpooled.wrappedBuffer(bytes);
        }
        byte[] size = Ascii.bytes(Integer.toHexString(bytes.length));
        ByteBuf frame = allocator.ioBuffer(size.length + bytes.length + 2 * LINE_END.length);
        return frame.writeBytes(size).writeBytes(LINE_END).writeBytes(bytes).writeBytes(LINE_END);
    }

    /** What stands after the last piece. */
    byte[] ending() {
        return chunked ? END : NOTHING;
    }
}
