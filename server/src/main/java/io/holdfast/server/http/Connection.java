package io.holdfast.server.http;

import io.holdfast.server.auth.Decision;
import io.holdfast.server.net.Link;
import io.holdfast.server.net.Loop;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP connection. The next request is parsed only after the previous one is answered, so
 * replies are in order.
 *
 * <p>Threading: everything here runs on the connection's event loop.
 */
final class Connection extends Link {

    private static final byte[] NOTHING = {};
    private static final String RETRY = "Retry-After: 1\r\n";
    private static final String OVERLOADED = "the server is overloaded";
    private static final byte[] CONTINUE = Ascii.bytes("HTTP/1.1 100 Continue\r\n\r\n");

    /** All connections of a loop share one writer. */
    private static final FastThreadLocal<ResponseWriter> WRITER = new FastThreadLocal<>() {
        @Override
        protected ResponseWriter initialValue() {
            return new ResponseWriter();
        }
    };

    private enum Phase {
        /** Expects a head; it may not have started. */
        HEAD,
        /** Authentication is in progress; the body is not read yet. */
        JUDGED,
        BODY,
        /** The handler has the request. */
        BUSY
    }

    private final HttpListener listener;
    private final EdgeLimits limits;
    private final HeadScanner scanner = new HeadScanner();
    private final ResponseWriter writer = WRITER.get();
    private final Peer peer;

    private Phase phase = Phase.HEAD;
    private @Nullable HttpExchange exchange;
    private @Nullable BodyReader bodyReader;
    private @Nullable BodyStream stream;
    private Verdict verdict = Verdict.ADMITTED;
    private boolean headStarted;
    private boolean draining;

    Connection(HttpListener listener, Loop loop, Peer peer, Channel channel) {
        super(channel, loop, patience(listener.limits()));
        this.listener = listener;
        this.limits = listener.limits();
        this.peer = peer;
        headStarted = true;
        deadlineIn(limits.headMillis());
    }

    private static Patience patience(EdgeLimits limits) {
        return new Patience(
                limits.writeMillis(), limits.lingerMillis(), limits.readAheadMaxBytes());
    }

    Peer peer() {
        return peer;
    }

    EventLoop executor() {
        return loop().executor();
    }

    @Override
    protected boolean idle() {
        return phase == Phase.HEAD;
    }

    @Override
    protected boolean midRequest() {
        return headStarted;
    }

    @Override
    protected int process(byte[] bytes, int length) {
        int from = 0;
        try {
            while (isOpen()
                    && (phase == Phase.BODY || (phase == Phase.HEAD && channel.isWritable()))) {
                int next =
                        phase == Phase.HEAD ? head(bytes, from, length) : body(bytes, from, length);
                if (next < 0) {
                    return ~next;
                }
                from = next;
            }
        } catch (Malformed e) {
            refuse(e, errors(bytes, from, length));
            return length;
        }
        return from;
    }

    /** Reads a head; returns the complement of the position reached if more bytes are needed. */
    private int head(byte[] bytes, int start, int to) throws Malformed {
        int from = start;
        // Old clients send an extra CRLF after a body, so empty lines before a request are skipped.
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
        HttpExchange begun = new HttpExchange(this, head, System.nanoTime(), listener.trace(head));
        exchange = begun;
        verdict = listener.gate().judge(begun, peer);
        chargeTo(begun.client());
        if (verdict instanceof Verdict.Pending(CompletionStage<Decision> decision)) {
            phase = Phase.JUDGED;
            deadlineIn(limits.bodyMillis());
            // Always as a separate task, so that the current input is processed first.
            decision.thenAccept(known -> executor().execute(() -> judged(begun, known)));
            return;
        }
        takeBody(begun);
    }

    /** Continues with the verdict after authentication has completed. */
    private void judged(HttpExchange begun, Decision decision) {
        if (exchange != begun || !isOpen()) {
            return;
        }
        noDeadline();
        verdict = listener.gate().decided(begun, peer, decision);
        try {
            takeBody(begun);
            if (phase == Phase.BODY && nothingKept()) {
                body(NOTHING, 0, 0);
            }
        } catch (Malformed e) {
            refuse(e, ErrorShape.JSON);
            return;
        }
        if (phase == Phase.BODY) {
            resume();
        }
    }

    private void takeBody(HttpExchange begun) throws Malformed {
        RequestHead head = begun.head();
        if (head.encoded && !PathText.isText(head)) {
            throw Malformed.badRequest("the path is not UTF-8");
        }
        if (!head.hasBody()) {
            dispatch(begun);
            return;
        }
        Route route = begun.route();
        boolean dropped = verdict != Verdict.ADMITTED || (route != null && !route.readsBody());
        bodyReader = new BodyReader(head, bodyMaxBytes(route), limits.headMaxBytes(), dropped);
        phase = Phase.BODY;
        noDeadline();
        if (head.expectsContinue && verdict != Verdict.ADMITTED) {
            // The client will not send the body, so the start of the next request is unknown.
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
        if (!hasDeadline()) {
            deadlineIn(limits.bodyMillis());
            if (current.head().expectsContinue && from == to) {
                write(Unpooled.wrappedBuffer(CONTINUE));
            }
        }
        return ~next;
    }

    private void dispatch(HttpExchange current) {
        phase = Phase.BUSY;
        noDeadline();
        listener.dispatcher().dispatch(current, verdict);
    }

    /** Writes an exchange's reply, unless the client has disconnected. */
    void write(HttpExchange replied) {
        if (replied != exchange || isClosed()) {
            return;
        }
        if (replied.outlivedCredential()) {
            replied.withdraw();
        }
        BodySource source = replied.source();
        boolean bodyMissing = bodyReader != null;
        // HTTP/1.0 clients do not support chunked encoding, so a body of unknown length ends when
        // the connection closes.
        boolean endless = source != null && !replied.head().http11;
        boolean close = replied.closesAfter() || draining || bodyMissing || endless;
        ResponseWriter.Response response = new ResponseWriter.Response(
                replied.status(),
                replied.contentType(),
                replied.replyBody(),
                replied.headerLines(),
                replied.method().equals("HEAD"),
                close);
        // Without memory for the reply the connection closes, and its grant is passed on.
        ByteBuf made = made(() -> source == null
                ? writer.write(channel.alloc(), response)
                : writer.writeHead(channel.alloc(), response, !endless));
        if (made == null) {
            return;
        }
        if (source == null || response.head()) {
            long now = replyEnded(replied);
            write(made);
            afterReply(close, now);
            return;
        }
        write(made);
        if (close) {
            replied.closeAfter();
        }
        stream = new BodyStream(this, replied, source, !endless);
        stream.ask();
    }

    /** Returns whether this is the current stream and its client is not behind. */
    boolean takesMore(BodyStream asking) {
        return asking == stream && isOpen() && channel.isWritable();
    }

    /** Writes a piece of a body, unless the client has disconnected. */
    void write(BodyStream writing, byte[] piece) {
        if (writing == stream && piece.length > 0) {
            ByteBuf made = made(() -> writing.framed(channel.alloc(), piece));
            if (made != null) {
                write(made);
            }
        }
    }

    /** Ends the body after its last piece. */
    void end(BodyStream ending) {
        if (ending == stream) {
            write(Unpooled.wrappedBuffer(ending.ending()));
            stream = null;
            long now = replyEnded(ending.exchange());
            afterReply(ending.exchange().closesAfter() || draining, now);
        }
    }

    @Override
    protected void roomAgain() {
        if (stream != null) {
            stream.ask();
        }
    }

    private long replyEnded(HttpExchange replied) {
        long now = System.nanoTime();
        ended(replied, replied.status(), now);
        replied.written();
        exchange = null;
        bodyReader = null;
        return now;
    }

    private void afterReply(boolean close, long now) {
        if (close) {
            finish();
            return;
        }
        phase = Phase.HEAD;
        headStarted = false;
        if (!isProcessing()) {
            resume();
        }
        if (phase == Phase.HEAD && isOpen() && !headStarted) {
            deadlineFrom(now, limits.idleMillis());
        }
    }

    private void ended(HttpExchange over, int status, long now) {
        if (over.isCounted()) {
            listener.meter().ended(over.route(), over.method(), status, now - over.startNanos());
        }
        RequestTrace.end(over, status);
    }

    /** Rejects input that cannot be parsed and ends the connection. */
    private void refuse(Malformed malformed, ErrorShape errors) {
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
        refuse(malformed.problem(), malformed.detail(), errors);
    }

    /** Returns the shape of errors for the path in a head that cannot be parsed. */
    private ErrorShape errors(byte[] bytes, int from, int to) {
        int start = from;
        while (start < to && bytes[start] != '/') {
            if (bytes[start++] == ' ' && start < to && bytes[start] != '/') {
                return ErrorShape.JSON;
            }
        }
        int end = start;
        while (end < to && bytes[end] > ' ' && bytes[end] != '?') {
            end++;
        }
        return listener.gate().errors(bytes, start, end);
    }

    /** Replies before there is an exchange, and ends the connection. */
    private void refuse(Problem problem, @Nullable String detail, ErrorShape errors) {
        ErrorShape.ErrorReply error = errors.render(problem, detail);
        ResponseWriter.Response response = new ResponseWriter.Response(
                error.status(),
                ResponseWriter.JSON,
                error.json(),
                problem == Problem.UNAVAILABLE ? RETRY : null,
                false,
                true);
        ByteBuf made = made(() -> writer.write(channel.alloc(), response));
        if (made != null) {
            write(made);
            finish();
        }
    }

    @Override
    protected long requestBytes() {
        HttpExchange current = exchange;
        BodyReader reader = bodyReader;
        long held = current == null ? 0 : current.heldBytes();
        return reader == null ? held : held + reader.capacity();
    }

    @Override
    protected boolean isKnown() {
        return peer.isKnown() || listener.gate().asksNobody();
    }

    /** Rejects a request that has not arrived completely; cuts off one that is being answered. */
    @Override
    protected void beyondBudget() {
        HttpExchange current = exchange;
        if (phase == Phase.HEAD) {
            refuse(Problem.UNAVAILABLE, OVERLOADED, ErrorShape.JSON);
        } else if (phase != Phase.BUSY && current != null) {
            bodyReader = null;
            current.closeAfter();
            current.header("Retry-After", "1");
            current.refuse(Problem.UNAVAILABLE, OVERLOADED);
        } else {
            close();
        }
    }

    @Override
    protected void inputEnded() {
        HttpExchange current = exchange;
        if (phase == Phase.HEAD || phase == Phase.BODY || current == null) {
            finish();
            return;
        }
        // A body stream detects by itself whether the client still reads.
        if (current.inputEnded() || stream != null) {
            return;
        }
        // A client that has finished sending may still wait for the reply or may be gone; the two
        // cannot be told apart. A recent request is assumed to be waiting.
        long left = TimeUnit.MILLISECONDS.toNanos(limits.halfCloseMillis())
                - (System.nanoTime() - current.startNanos());
        if (left <= 0) {
            close();
            return;
        }
        executor()
                .schedule(
                        () -> {
                            if (exchange == current && stream == null) {
                                close();
                            }
                        },
                        left,
                        TimeUnit.NANOSECONDS);
    }

    boolean inputClosed() {
        return isInputClosed();
    }

    /** Closes the connection if this exchange is still the current one. */
    void drop(HttpExchange dropped) {
        if (exchange == dropped) {
            close();
        }
    }

    @Override
    protected void late() {
        close();
    }

    @Override
    protected void aheadTooFar() {
        // Reading pauses until the previous requests are answered.
    }

    @Override
    protected void checkCredential() {
        HttpExchange current = exchange;
        if (current == null || !current.isCredentialOver()) {
            return;
        }
        if (stream != null) {
            close();
        } else {
            current.revoke();
        }
    }

    @Override
    protected void gone() {
        peer.unseat(listener.gate().seats());
        HttpExchange current = exchange;
        exchange = null;
        stream = null;
        if (current != null) {
            // dflockd counts an abandoned request as a 200, and its dashboards expect that.
            ended(current, 200, System.nanoTime());
            current.hungUp();
        }
    }

    /** Ends the connection now if no request is in progress, else after its reply. */
    @Override
    protected void drain() {
        draining = true;
        if (isOpen() && phase == Phase.HEAD && nothingKept()) {
            finish();
        }
    }

    /** Reports that an authenticated principal is not authorized. */
    void denied(HttpExchange exchange, String why) {
        listener.gate().denied(exchange, why);
    }
}
