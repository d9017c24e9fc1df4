package io.holdfast.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one reply body, in chunks or, to HTTP/1.0 clients, until the connection closes. One piece
 * is in progress at a time, and none is requested while the client is behind.
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

    /** Whether a piece was requested and has not arrived. */
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

    /** Requests the next piece, unless one is in progress or the client is behind. */
    void ask() {
        if (asked || !connection.takesMore(this)) {
            return;
        }
        asked = true;
        try {
            source.next(this);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("cannot produce a reply body", e);
            connection.drop(exchange);
        }
    }

    @Override
    public void piece(byte[] bytes) {
        // One task per piece lets the loop's other connections run in between.
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

    /** Returns a piece in its wire format; an empty chunk would end the body. */
    ByteBuf framed(ByteBufAllocator allocator, byte[] bytes) {
        if (!chunked || bytes.length == 0) {
            return Unpooled.wrappedBuffer(bytes);
        }
        byte[] size = Ascii.bytes(Integer.toHexString(bytes.length));
        ByteBuf frame = allocator.ioBuffer(size.length + bytes.length + 2 * LINE_END.length);
        return frame.writeBytes(size).writeBytes(LINE_END).writeBytes(bytes).writeBytes(LINE_END);
    }

    /** Returns the bytes that follow the last piece. */
    byte[] ending() {
        return chunked ? END : NOTHING;
    }
}
