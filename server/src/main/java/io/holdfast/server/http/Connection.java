package io.holdfast.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection: bytes in, exchanges one after the other, replies out. The next request is read
 * from what has come only when the one before is answered, so replies keep their order by
 * themselves; the socket is read on meanwhile, because that is how a hang-up shows.
 *
 * <p>Threading: everything here runs on the connection's event loop.
 */
final class Connection extends ChannelInboundHandlerAdapter {

    private static final byte[] CONTINUE = Ascii.bytes("HTTP/1.1 100 Continue\r\n\r\n");

    private enum Phase {
        /** A head is due; none of it may have come yet. */
        HEAD,
        BODY,
        /** A request is with its handler. */
        BUSY,
        /** Refused; what still comes is thrown away, so that the refusal is not lost to a reset. */
        LINGER,
        CLOSED
    }

    private final HttpListener listener;
    private final EdgeLimits limits;
    private final Loop loop;
    private final HeadScanner scanner = new HeadScanner();
    private final Inbox inbox = new Inbox();
    private final WriteWatch writeWatch;
    private final Channel channel;
    private final Peer peer;

    private Phase phase = Phase.HEAD;
    private @Nullable HttpExchange exchange;
    private @Nullable BodyReader bodyReader;
    private Verdict verdict = Verdict.ADMITTED;

    private int position;
    /** When this phase must be over; 0 for never. */
    private long deadlineNanos;

    private boolean headStarted;
    private boolean reading;
    private boolean processing;
    private boolean flushDue;
    private boolean inputClosed;
    private boolean draining;

    Connection(HttpListener listener, Loop loop, Peer peer, Channel channel) {
        this.listener = listener;
        this.limits = listener.limits();
        this.writeWatch = new WriteWatch(limits.writeMillis());
        this.loop = loop;
        this.channel = channel;
        this.peer = peer;
        headStarted = true;
        deadlineIn(limits.headMillis());
    }

    Peer peer() {
        return peer;
    }

    EventLoop executor() {
        return loop.executor();
    }

    boolean inLoop() {
        return loop.executor().inEventLoop();
    }

    int position() {
        return position;
    }

    void setPosition(int newPosition) {
        position = newPosition;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        reading = true;
        try {
            take(in);
        } finally {
            ReferenceCountUtil.release(in);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        reading = false;
        if (flushDue) {
            flushDue = false;
            ctx.flush();
        }
        if (!inbox.isEmpty() && phase == Phase.HEAD && !headStarted) {
            resume();
        }
    }

    /** Whoever does not read its replies gets no further ones made. */
    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable() && phase == Phase.HEAD && !processing && !reading) {
            resume();
        }
    }

    private void take(ByteBuf in) {
        while (in.isReadable() && phase != Phase.LINGER && phase != Phase.CLOSED) {
            processIn(inbox.add(in, loop.scratch()));
        }
    }

    private void processIn(byte[] bytes) {
        inbox.keepFrom(bytes, process(bytes, inbox.length()));
        if (inbox.keptLength() > limits.readAheadMaxBytes()) {
            channel.config().setAutoRead(false);
        }
    }

    /** Reads as many requests as there are and may be; returns how far it came. */
    private int process(byte[] bytes, int to) {
        int from = 0;
        processing = true;
        try {
            while (phase == Phase.BODY || (phase == Phase.HEAD && channel.isWritable())) {
                int next = phase == Phase.HEAD ? head(bytes, from, to) : body(bytes, from, to);
                if (next < 0) {
                    return ~next;
                }
                from = next;
            }
        } catch (Malformed e) {
            refuse(e);
            return to;
        } finally {
            processing = false;
        }
        return phase == Phase.BUSY || phase == Phase.HEAD ? from : to;
    }

    /** Reads a head; the complement of the place reached when more bytes are needed. */
    private int head(byte[] bytes, int start, int to) throws Malformed {
        int from = start;
        // Clients of old ended a body with a line more; an empty line before a request is no
        // request.
        while (to - from >= 2 && bytes[from] == '\r' && bytes[from + 1] == '\n') {
            from += 2;
        }
        if (from == to || (to - from == 1 && bytes[from] == '\r')) {
            return ~from;
        }
        int length = scanner.length(bytes, from, to, limits);
        if (length < 0) {
            if (!headStarted) {
                headStarted = true;
                deadlineIn(limits.headMillis());
            }
            return ~from;
        }
        scanner.reset();
        RequestHead head = HeadParser.parse(Arrays.copyOfRange(bytes, from, from + length), limits);
        begin(head);
        return from + length;
    }

    private void begin(RequestHead head) throws Malformed {
        HttpExchange begun = new HttpExchange(this, head, System.nanoTime());
        exchange = begun;
        verdict = listener.gate().judge(begun, peer);
        if (head.encoded && !PathText.isText(head)) {
            throw Malformed.badRequest("the path is not UTF-8");
        }
        if (!head.hasBody()) {
            dispatch(begun);
            return;
        }
        bodyReader = new BodyReader(head, bodyMaxBytes(begun.route()), limits.headMaxBytes());
        phase = Phase.BODY;
        deadlineNanos = 0;
        if (head.expectsContinue && verdict != Verdict.ADMITTED) {
            // Its body will not be sent, so where the next request begins is not known.
            begun.closeAfter();
            dispatch(begun);
        }
    }

    private int bodyMaxBytes(@Nullable Route route) {
        return route != null && route.bodyMaxBytes() > 0 && verdict == Verdict.ADMITTED
                ? route.bodyMaxBytes()
                : limits.bodyMaxBytes();
    }

    private int body(byte[] bytes, int from, int to) throws Malformed {
        BodyReader reader = Objects.requireNonNull(bodyReader);
        HttpExchange current = Objects.requireNonNull(exchange);
        int next = reader.read(bytes, from, to);
        if (reader.isDone()) {
            bodyReader = null;
            current.setBody(reader.body());
            dispatch(current);
            return next;
        }
        if (deadlineNanos == 0) {
            deadlineIn(limits.bodyMillis());
            if (current.head().expectsContinue && from == to) {
                write(Unpooled.wrappedBuffer(CONTINUE));
            }
        }
        return ~next;
    }

    private void dispatch(HttpExchange current) {
        phase = Phase.BUSY;
        deadlineNanos = 0;
        listener.dispatcher().dispatch(current, verdict);
    }

    /** Writes an exchange's reply, unless its client is gone. */
    void write(HttpExchange replied) {
        if (replied != exchange || phase == Phase.CLOSED) {
            return;
        }
        boolean bodyMissing = bodyReader != null;
        boolean close = replied.closesAfter() || draining || bodyMissing;
        long now = System.nanoTime();
        ended(replied, replied.status(), now);
        replied.written();
        exchange = null;
        bodyReader = null;
        write(loop.writer()
                .write(
                        channel.alloc(),
                        new ResponseWriter.Response(
                                replied.status(),
                                replied.contentType(),
                                replied.replyBody(),
                                replied.headerLines(),
                                replied.method().equals("HEAD"),
                                close)));
        if (close) {
            finish();
            return;
        }
        phase = Phase.HEAD;
        headStarted = false;
        if (!processing) {
            resume();
        }
        if (phase == Phase.HEAD && !headStarted) {
            deadlineNanos = deadline(now, limits.idleMillis());
        }
    }

    /** Goes on with what came while the connection was busy. */
    private void resume() {
        if (!inbox.isEmpty()) {
            processIn(inbox.kept());
        }
        if (phase == Phase.HEAD && inputClosed && channel.isWritable()) {
            finish();
        } else if (!channel.config().isAutoRead()
                && inbox.keptLength() <= limits.readAheadMaxBytes()) {
            channel.config().setAutoRead(true);
        }
    }

    private void write(ByteBuf buffer) {
        channel.write(buffer, channel.voidPromise());
        if (reading) {
            flushDue = true;
        } else {
            channel.flush();
        }
    }

    private void ended(HttpExchange over, int status, long now) {
        if (over.isCounted()) {
            listener.meter().ended(over.route(), over.method(), status, now - over.startNanos());
        }
    }

    /** Answers what cannot be read and ends the connection. */
    private void refuse(Malformed malformed) {
        HttpExchange current = exchange;
        if (current != null) {
            current.closeAfter();
            bodyReader = null;
            if (verdict == Verdict.ADMITTED) {
                current.refuse(malformed.problem(), malformed.detail());
            } else {
                phase = Phase.BUSY;
                listener.dispatcher().dispatch(current, verdict);
            }
            return;
        }
        listener.meter().malformed(malformed.problem());
        ErrorShape.ErrorReply error =
                ErrorShape.JSON.render(malformed.problem(), malformed.detail());
        write(loop.writer()
                .write(
                        channel.alloc(),
                        new ResponseWriter.Response(
                                error.status(),
                                ResponseWriter.JSON,
                                error.json(),
                                null,
                                false,
                                true)));
        finish();
    }

    /** Ends the connection once everything is written, without a reset that would overtake it. */
    private void finish() {
        phase = Phase.LINGER;
        inbox.clear();
        flushDue = false;
        boolean tls = channel.pipeline().get(SslHandler.class) != null;
        var written = channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
        if (tls || inputClosed || !(channel instanceof DuplexChannel duplex)) {
            written.addListener(done -> channel.close());
            return;
        }
        written.addListener(done -> duplex.shutdownOutput());
        deadlineIn(limits.lingerMillis());
        channel.config().setAutoRead(true);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent
                || event instanceof SslCloseCompletionEvent) {
            inputEnded();
        }
    }

    private void inputEnded() {
        if (inputClosed) {
            return;
        }
        inputClosed = true;
        if (phase == Phase.HEAD && !channel.isWritable()) {
            // There may be whole requests left, whose turn comes when the client reads.
            return;
        }
        HttpExchange current = exchange;
        if (phase != Phase.BUSY || current == null) {
            if (phase == Phase.LINGER) {
                channel.close();
            } else {
                finish();
            }
            return;
        }
        // A client that has finished sending may still wait for the reply that is on its way, or
        // may
        // be gone; both look the same. What was asked a moment ago is taken for the former.
        long left = TimeUnit.MILLISECONDS.toNanos(limits.halfCloseMillis())
                - (System.nanoTime() - current.startNanos());
        if (left <= 0) {
            channel.close();
            return;
        }
        loop.executor()
                .schedule(
                        () -> {
                            if (exchange == current) {
                                channel.close();
                            }
                        },
                        left,
                        TimeUnit.NANOSECONDS);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (phase == Phase.CLOSED) {
            return;
        }
        phase = Phase.CLOSED;
        loop.remove(this);
        inbox.clear();
        HttpExchange current = exchange;
        exchange = null;
        if (current != null) {
            // The original counts an abandoned request as a 200, and so its dashboards expect.
            ended(current, 200, System.nanoTime());
            current.hungUp();
        }
        listener.closed(peer);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        listener.dispatcher().connectionFailed(cause);
        ctx.close();
    }

    /** Called by the loop from time to time. */
    void checkDeadlines(long now) {
        // Whoever does not read must not make us remember, nor whoever does not send make us wait.
        if ((deadlineNanos != 0 && now - deadlineNanos >= 0) || writeWatch.isOver(channel, now)) {
            channel.close();
        }
    }

    /** Ends the connection when nothing is in progress, else after the reply that is. */
    void drain() {
        draining = true;
        if (phase == Phase.HEAD && inbox.isEmpty()) {
            finish();
        }
    }

    void close() {
        channel.close();
    }

    private void deadlineIn(long millis) {
        deadlineNanos = deadline(System.nanoTime(), millis);
    }

    private long deadline(long now, long millis) {
        long at = now + TimeUnit.MILLISECONDS.toNanos(millis) - loop.periodNanos();
        return at == 0 ? 1 : at;
    }
}
