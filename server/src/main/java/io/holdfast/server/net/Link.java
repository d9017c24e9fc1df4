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
 * One connection, whatever it speaks: bytes in, replies out, in order. What comes while a request
 * is being answered is kept, up to a bound; the socket is read on meanwhile, because that is how a
 * hang-up shows. Replies that are made while reading leave together.
 *
 * <p>Threading: everything here runs on the connection's event loop.
 */
public abstract class Link extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(Link.class);

    /** Who leaves more than this unread is not told why its connection ends. */
    private static final int REFUSAL_MAX_BYTES = 4 << 10;

    private enum Life {
        OPEN,
        /** Over; what still comes is thrown away, so that the last reply is not lost to a reset. */
        LINGERING,
        CLOSED
    }

    /** What a protocol allows its connections. */
    public record Patience(long writeMillis, long lingerMillis, int readAheadMaxBytes) {}

    protected final Channel channel;
    private final Loop loop;
    private final Patience patience;
    private final Inbox inbox = new Inbox();
    private final Holding holding;
    private final WriteWatch writeWatch;
    private Life life = Life.OPEN;

    /** Where it stands in its loop's list. */
    int position;

    /** What its listener does when it is gone. */
    Runnable afterGone = () -> {};

    /** When what is due from the client must have come; 0 for never. */
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
     * Reads as many requests as there are and may be, and returns how far it came; what is left is
     * given again with what comes next. Called only while nobody is inside it.
     */
    protected abstract int process(byte[] bytes, int length);

    /** Whether no request is under way, so that the next may be looked for. */
    protected abstract boolean idle();

    /** Whether part of a request has come, so that looking again without more is in vain. */
    protected abstract boolean midRequest();

    /** The client has finished sending; everything whole that it sent has been looked at. */
    protected abstract void inputEnded();

    /** The deadline passed. */
    protected abstract void late();

    /** The handshake of TLS has ended well, so that the client's certificate is known. */
    protected void secured() {}

    /** More was sent ahead than is kept, and reading pauses. */
    protected abstract void aheadTooFar();

    /** What the request under way holds, beside what is kept of what came. */
    protected abstract long requestBytes();

    /** Whether it is known who is there, or nobody is asked. */
    protected abstract boolean isKnown();

    /** More came than there is memory for; what came of the request is to be let go. */
    protected abstract void beyondBudget();

    /** The client has taken what was written, while a request is under way. */
    protected void roomAgain() {}

    /** Called from time to time: ends what was begun with a credential that is no longer valid. */
    protected void checkCredential() {}

    /** The connection is gone; called once. */
    protected abstract void gone();

    /** The server is going: ends the connection when nothing is in progress, else when it may. */
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

    /** Whether nothing is kept of what came. */
    protected final boolean nothingKept() {
        return inbox.isEmpty();
    }

    /** Whether a request is being taken from what came; whoever replies then need not resume. */
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
                    // As it comes, so that what is beyond the budget is one read at most.
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

    /** Counts what is held once everything that could be sent has been. */
    private void settle() {
        settle(inbox.capacity() + requestBytes() + WriteWatch.pendingBytes(channel));
    }

    private void settle(long bytes) {
        if (life == Life.CLOSED || holding.holds(bytes, isKnown())) {
            return;
        }
        if (life != Life.OPEN || WriteWatch.pendingBytes(channel) > REFUSAL_MAX_BYTES) {
            // Whoever does not read what it is sent would not read this either.
            channel.close();
            return;
        }
        inbox.clear();
        beyondBudget();
        holding.holds(requestBytes() + WriteWatch.pendingBytes(channel), true);
    }

    /** Somebody else than the other end pays for the requests of now: a client behind a proxy. */
    protected final void chargeTo(InetAddress client) {
        holding.chargeTo(client);
    }

    /** Whoever does not read its replies gets no further ones made. */
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

    /** Goes on with what came while the connection was busy. */
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

    /** Makes what is to be sent; null where there is no memory for it, and the connection ends. */
    protected final @Nullable ByteBuf made(Supplier<ByteBuf> maker) {
        try {
            return maker.get();
        } catch (OutOfMemoryError e) {
            // The heap's own end ends the process; this is direct memory.
            noDirectMemory();
            channel.close();
            return null;
        }
    }

    private void noDirectMemory() {
        holding.noDirectMemory();
        loop.shed();
    }

    /** Ends the connection where replies are held for it that its client does not take. */
    final void dropUnread() {
        if (WriteWatch.pendingBytes(channel) > REFUSAL_MAX_BYTES) {
            holding.noDirectMemory();
            channel.close();
        }
    }

    /** Sends; at once, or with everything else that this read brings about. */
    protected final void write(ByteBuf buffer) {
        channel.write(buffer, channel.voidPromise());
        if (reading || processing) {
            flushDue = true;
        } else {
            channel.flush();
            settle();
        }
    }

    /** Ends the connection once everything is written, without a reset that would overtake it. */
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
            // Otherwise there may be whole requests left, whose turn comes when the client reads.
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

    /** Clients that reset, and strangers that speak no TLS, are daily bread; the rest is ours. */
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

    /** Called by the loop from time to time. */
    final void checkDeadlines(long now) {
        // Whoever does not read must not make us remember, nor whoever does not send make us wait.
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
        // What was taken since the last write is known here at the latest.
        settle();
    }

    /** Lets the time pass in full, and up to a look of the loop more. */
    protected final void deadlineAfter(long millis) {
        deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis) | 1;
    }

    /** Ends the wait before the time is over, by a look of the loop at most. */
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
