package io.holdfast.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of any protocol: bytes in, replies out, in order. Bytes that arrive while a
 * request is being answered are kept, up to a limit; the socket is still read then, because only a
 * read detects a disconnect. Replies written during one read are flushed together.
 *
 * <p>Threading: everything here runs on the connection's event loop.
 */
public abstract class Link extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(Link.class);

    /** A client with more unread bytes than this is disconnected without an error reply. */
    private static final int REFUSAL_MAX_BYTES = 4 << 10;

    private enum Life {
        OPEN,
        /** Ended; further input is discarded, so that a reset does not destroy the last reply. */
        LINGERING,
        CLOSED
    }

    /** The timeouts and limits of a protocol's connections. */
    public record Patience(long writeMillis, long lingerMillis, int readAheadMaxBytes) {}

    protected final Channel channel;
    private final Loop loop;
    private final Patience patience;
    private final Inbox inbox = new Inbox();
    private final Holding holding;
    private final WriteWatch writeWatch;
    private Life life = Life.OPEN;

    /** The index in its loop's list. */
    int position;

    /** The listener's callback for the end of the connection. */
    Runnable afterGone = () -> {};

    /** When the input that the client owes must have arrived; 0 means no deadline. */
    private long deadlineNanos;

    private boolean reading;
    private boolean processing;
    private boolean flushDue;
    private boolean inputClosed;

    protected Link(Channel channel, Loop loop, Patience patience) {
        this.channel = channel;
        this.loop = loop;
        this.patience = patience;
        this.holding = new Holding(loop.budget(), Remote.address(channel));
        this.writeWatch = new WriteWatch(patience.writeMillis());
    }

    /**
     * Processes as many requests as possible and returns how many bytes it consumed; the rest is
     * passed again with the next input. Never called reentrantly.
     */
    protected abstract int process(byte[] bytes, int length);

    /** Returns whether no request is in progress, so that the next one may be parsed. */
    protected abstract boolean idle();

    /** Returns whether part of a request has arrived, so that parsing needs more input. */
    protected abstract boolean midRequest();

    /** Called when the client has finished sending and all complete requests were processed. */
    protected abstract void inputEnded();

    /** Called when the deadline has passed. */
    protected abstract void late();

    /** Called after a successful TLS handshake: the client's certificate is now available. */
    protected void secured() {}

    /** Called when more than the read-ahead limit has arrived, and reading pauses. */
    protected abstract void aheadTooFar();

    /** Returns the bytes that the request in progress holds, besides the inbox. */
    protected abstract long requestBytes();

    /** Returns whether the client has authenticated, or authentication is off. */
    protected abstract boolean isKnown();

    /** Called when the input exceeds the memory budget; must release the request's bytes. */
    protected abstract void beyondBudget();

    /** Called when the client has read pending output while a request is in progress. */
    protected void roomAgain() {}

    /** Called periodically: ends operations whose credential is no longer valid. */
    protected void checkCredential() {}

    /** Called once, when the connection is closed. */
    protected abstract void gone();

    /** Called on shutdown: ends the connection as soon as no request is in progress. */
    protected abstract void drain();

    public final Loop loop() {
        return loop;
    }

    public final boolean inLoop() {
        return loop.executor().inEventLoop();
    }

    protected final boolean isOpen() {
        return life == Life.OPEN;
    }

    protected final boolean isClosed() {
        return life == Life.CLOSED;
    }

    protected final boolean isInputClosed() {
        return inputClosed;
    }

    /** Returns whether the inbox is empty. */
    protected final boolean nothingKept() {
        return inbox.isEmpty();
    }

    /** Returns whether input is being processed; a reply need not call resume then. */
    protected final boolean isProcessing() {
        return processing;
    }

    @Override
    public final void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        reading = true;
        try {
            while (in.isReadable() && life == Life.OPEN) {
                processIn(inbox.add(in, loop.scratch()));
                long bytes = inbox.capacity() + requestBytes();
                if (holding.isMore(bytes) && life == Life.OPEN) {
                    // Counted during the read, so that the budget is exceeded by one read at most.
                    settle(bytes);
                }
            }
        } finally {
            ReferenceCountUtil.release(in);
        }
    }

    @Override
    public final void channelReadComplete(ChannelHandlerContext ctx) {
        reading = false;
        if (flushDue) {
            flushDue = false;
            ctx.flush();
        }
        if (!inbox.isEmpty() && life == Life.OPEN && idle() && !midRequest()) {
            resume();
        }
        settle();
    }

    /** Counts the bytes held after all possible output was sent. */
    private void settle() {
        settle(inbox.capacity() + requestBytes() + WriteWatch.pendingBytes(channel));
    }

    private void settle(long bytes) {
        if (life == Life.CLOSED || holding.holds(bytes, isKnown())) {
            return;
        }
        if (life != Life.OPEN || WriteWatch.pendingBytes(channel) > REFUSAL_MAX_BYTES) {
            // A client that does not read its replies would not read the error either.
            channel.close();
            return;
        }
        inbox.clear();
        beyondBudget();
        holding.holds(requestBytes() + WriteWatch.pendingBytes(channel), true);
    }

    /** Charges the current requests to a client behind a proxy instead of the peer. */
    protected final void chargeTo(InetAddress client) {
        holding.chargeTo(client);
    }

    /** Resumes only once output is writable, so a client that does not read gets no new replies. */
    @Override
    public final void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (!channel.isWritable() || life != Life.OPEN) {
            return;
        }
        if (!idle()) {
            roomAgain();
        } else if (!processing && !reading) {
            resume();
        }
    }

    private void processIn(byte[] bytes) {
        int taken;
        processing = true;
        try {
            taken = process(bytes, inbox.length());
        } finally {
            processing = false;
        }
        inbox.keepFrom(bytes, life == Life.OPEN ? taken : inbox.length());
        if (inbox.keptLength() > patience.readAheadMaxBytes()) {
            channel.config().setAutoRead(false);
            aheadTooFar();
        }
    }

    /** Processes the input that arrived while the connection was busy. */
    protected final void resume() {
        if (!inbox.isEmpty()) {
            processIn(inbox.kept());
            if (flushDue && !reading) {
                flushDue = false;
                channel.flush();
            }
        }
        if (life == Life.OPEN && idle() && inputClosed && channel.isWritable()) {
            finish();
        } else if (!channel.config().isAutoRead()
                && inbox.keptLength() <= patience.readAheadMaxBytes()) {
            channel.config().setAutoRead(true);
        }
        if (!reading) {
            settle();
        }
    }

    /** Builds output; returns null and closes the connection if no memory is available for it. */
    protected final @Nullable ByteBuf made(Supplier<ByteBuf> maker) {
        try {
            return maker.get();
        } catch (OutOfMemoryError e) {
            // Direct memory has run out: when the heap runs out, the process ends.
            noDirectMemory();
            channel.close();
            return null;
        }
    }

    private void noDirectMemory() {
        holding.noDirectMemory();
        loop.shed();
    }

    /** Closes the connection if the client has left replies unread. */
    final void dropUnread() {
        if (WriteWatch.pendingBytes(channel) > REFUSAL_MAX_BYTES) {
            holding.noDirectMemory();
            channel.close();
        }
    }

    /** Sends immediately, or with the other output of the current read. */
    protected final void write(ByteBuf buffer) {
        channel.write(buffer, channel.voidPromise());
        if (reading || processing) {
            flushDue = true;
        } else {
            channel.flush();
            settle();
        }
    }

    /** Ends the connection after all output is written, without a reset that would overtake it. */
    protected final void finish() {
        life = Life.LINGERING;
        inbox.clear();
        flushDue = false;
        boolean tls = channel.pipeline().get(SslHandler.class) != null;
        var written = channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
        if (tls || inputClosed || !(channel instanceof DuplexChannel duplex)) {
            written.addListener(done -> channel.close());
            return;
        }
        written.addListener(done -> duplex.shutdownOutput());
        deadlineIn(patience.lingerMillis());
        channel.config().setAutoRead(true);
    }

    protected final void close() {
        channel.close();
    }

    @Override
    public final void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake
                && handshake.isSuccess()
                && life == Life.OPEN) {
            secured();
        }
        boolean ended = event instanceof ChannelInputShutdownEvent
                || event instanceof SslCloseCompletionEvent;
        if (!ended || inputClosed) {
            return;
        }
        inputClosed = true;
        if (life == Life.LINGERING) {
            channel.close();
        } else if (life == Life.OPEN && (!idle() || channel.isWritable())) {
            // Otherwise complete requests may remain, which are processed when the client reads.
            inputEnded();
        }
    }

    @Override
    public final void channelInactive(ChannelHandlerContext ctx) {
        if (life != Life.CLOSED) {
            life = Life.CLOSED;
            loop.remove(this);
            inbox.clear();
            holding.end();
            gone();
            afterGone.run();
        }
    }

    /**
     * Logs resets and plain text on a TLS port at debug only: they are routine. Other exceptions
     * are errors of the server.
     */
    @Override
    public final void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof OutOfMemoryError || cause.getCause() instanceof OutOfMemoryError) {
            noDirectMemory();
        } else if (cause instanceof IOException || cause instanceof DecoderException) {
            LOG.debug("connection failed: {}", cause.getClass().getSimpleName());
        } else {
            LOG.error("connection failed", cause);
        }
        ctx.close();
    }

    /** Called periodically by the loop. */
    final void checkDeadlines(long now) {
        // Closes connections whose client does not read, which would hold memory, or does not send.
        if (writeWatch.isOver(channel, now)) {
            channel.close();
        } else if (deadlineNanos != 0 && now - deadlineNanos >= 0) {
            deadlineNanos = 0;
            if (life == Life.OPEN) {
                late();
            } else {
                channel.close();
            }
        } else if (life == Life.OPEN) {
            checkCredential();
        }
        // Accounts for output that the client has read since the last write.
        settle();
    }

    /** Sets a deadline that passes after the full time, up to one scan period later. */
    protected final void deadlineAfter(long millis) {
        deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis) | 1;
    }

    /** Sets a deadline that passes before the time is over, by one scan period at most. */
    protected final void deadlineIn(long millis) {
        deadlineFrom(System.nanoTime(), millis);
    }

    protected final void deadlineFrom(long now, long millis) {
        long at = now + TimeUnit.MILLISECONDS.toNanos(millis) - loop.periodNanos();
        deadlineNanos = at == 0 ? 1 : at;
    }

    protected final void noDeadline() {
        deadlineNanos = 0;
    }

    protected final boolean hasDeadline() {
        return deadlineNanos != 0;
    }
}
