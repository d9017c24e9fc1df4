package io.holdfast.server.line;

import io.holdfast.core.command.LocksCommand.Enqueue;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.LocksOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.SessionOutcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.SessionId;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.edge.RandomBits;
import io.holdfast.server.edge.SimpleCall;
import io.holdfast.server.net.Link;
import io.holdfast.server.net.Loop;
import io.holdfast.server.net.Remote;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection, which is one session. Requests are answered one at a time, in order, and the
 * session's waits end with the connection.
 *
 * <p>Threading: the connection's event loop runs everything here.
 */
final class LineConnection extends Link {

    /** Delay before a rejected connection is closed, which slows down guessing. */
    private static final long REFUSED_PAUSE_MILLIS = 100;

    private final LineListener listener;
    private final LineIdentity visitor;
    private final LineReader reader = LineReader.ofLoop();
    private final LineReplies replies = LineReplies.ofLoop();
    private final LineParser parser = new LineParser();
    private final SessionId session;

    /** True while authentication is in progress. */
    private boolean judging;
    /** True once opening the session was proposed, so that it must be closed. */
    private boolean opened;
    /** True if the session is open. */
    private boolean seated;
    /** True while a request, or the opening of the session, is in progress. */
    private boolean busy;
    /** True once closing the session was proposed. */
    private volatile boolean closed;
    /** True if the grants outlive the session, regardless of the setting for disconnects. */
    private boolean keepsGrants;

    private boolean refNamed;
    private @Nullable LineCall<?> call;
    private @Nullable LineStats stats;

    LineConnection(LineListener listener, Channel channel, Loop loop, InetAddress address) {
        super(channel, loop, listener.options().patience());
        this.listener = listener;
        this.visitor = new LineIdentity(listener.guard(), address);
        this.session = new SessionId(RandomBits.nextLong(), RandomBits.nextLong());
        if (!listener.guard().asks()) {
            open(this::freed);
            return;
        }
        // An unauthenticated connection gets no session, and a deadline limits how long it stays.
        deadlineAfter(listener.options().readMillis());
        if (!visitor.comes()) {
            loop.executor().execute(this::close);
        }
    }

    @Override
    protected void secured() {
        X509Certificate certificate = Remote.certificate(channel);
        if (certificate != null && visitor.shows(certificate)) {
            noDeadline();
        }
    }

    Actor actor() {
        return visitor.actor();
    }

    @Override
    protected boolean idle() {
        return !busy;
    }

    @Override
    protected boolean midRequest() {
        return parser.midRequest();
    }

    /** Opens the session. Input that arrives meanwhile is kept. */
    private void open(Runnable then) {
        opened = true;
        busy = true;
        SessionCommand.Open command = new SessionCommand.Open(session, visitor.displayName(), true);
        listener.engine()
                .submit(new SimpleCall<>(actor(), null, command, outcome -> opened(outcome, then)));
    }

    private void opened(SessionOutcome.Open outcome, Runnable then) {
        if (!inLoop()) {
            loop().executor().execute(() -> opened(outcome, then));
            return;
        }
        if (!isOpen()) {
            return;
        }
        seated = outcome instanceof Outcome.Opened;
        if (seated || LineReplies.passes(outcome)) {
            then.run();
        } else if (outcome instanceof Outcome.Refused(Refusal reason)
                && (reason == Refusal.TENANT_SESSIONS || reason == Refusal.STATE_FULL)) {
            // Without a session no request can be served. The client is told the reason.
            closed = true;
            say(Verb.UNKNOWN, Word.of(reason));
            finish();
        } else {
            close();
        }
    }

    /** Marks the connection as idle and continues with the input that arrived meanwhile. */
    private void freed() {
        busy = false;
        if (!isProcessing()) {
            resume();
        }
    }

    @Override
    protected int process(byte[] bytes, int length) {
        int from = 0;
        while (isOpen() && !busy && channel.isWritable()) {
            int lines = parser.lines();
            switch (parser.look(bytes, from, length)) {
                case PART -> {
                    waitForMore(lines);
                    return from;
                }
                case TOO_LONG -> {
                    end(Verb.UNKNOWN);
                    return length;
                }
                case WHOLE -> {
                    if (enterByCertificate(bytes, from)) {
                        // The request is parsed again once the session is open.
                        return from;
                    }
                    int start = from;
                    from += parser.length();
                    noDeadline();
                    handle(bytes, start);
                }
            }
        }
        return from;
    }

    /** A line's deadline runs from the end of the previous line, or from the first line's start. */
    private void waitForMore(int linesBefore) {
        if (parser.midRequest() && (parser.lines() > linesBefore || !hasDeadline())) {
            deadlineAfter(listener.options().readMillis());
        }
    }

    private void handle(byte[] bytes, int from) {
        Verb verb = Verb.of(bytes, from, parser.lineTo(0, bytes, from));
        LineRequest request = reader.read(actor().tenant(), session, verb, parser, bytes, from);
        parser.reset();
        if (listener.isGoing()) {
            say(verb, Word.ERROR_DRAINING);
            leave();
        } else if (!opened) {
            authenticate(verb, request);
        } else {
            answer(verb, request);
        }
    }

    /** Authenticates by certificate if the first request is not {@code auth}. */
    private boolean enterByCertificate(byte[] bytes, int from) {
        Decision.Admitted by = visitor.byCertificate();
        if (opened || by == null) {
            return false;
        }
        Verb verb = Verb.of(bytes, from, parser.lineTo(0, bytes, from));
        if (verb == Verb.AUTH) {
            return false;
        }
        parser.reset();
        if (enter(verb, by)) {
            open(this::freed);
        }
        return true;
    }

    private void authenticate(Verb verb, LineRequest request) {
        byte[] secret = request instanceof LineRequest.Auth auth ? auth.secret() : null;
        LineCredentials shown = new LineCredentials(secret, visitor.address(), null);
        if (secret == null) {
            listener.guard().failed(shown, Decision.NOT_MINE);
            refuse(verb);
            return;
        }
        judging = true;
        decided(verb, shown, listener.guard().judge(shown));
    }

    private void decided(Verb verb, LineCredentials shown, Decision decision) {
        if (!judging || !isOpen()) {
            return;
        }
        switch (decision) {
            case Decision.Admitted by -> {
                judging = false;
                noDeadline();
                if (enter(verb, by)) {
                    say(verb, Word.OK);
                    open(this::freed);
                }
            }
            case Decision.Refused _, Decision.NotMine _, Decision.Unavailable _ -> {
                listener.guard().failed(shown, decision);
                refuse(verb);
            }
            case Decision.Later(CompletionStage<Decision> later) -> {
                busy = true;
                deadlineAfter(listener.options().readMillis());
                later.thenAccept(
                        late -> loop().executor().execute(() -> decided(verb, shown, late)));
            }
        }
    }

    /** Continues as the principal, or rejects it if it has too many connections. */
    private boolean enter(Verb verb, Decision.Admitted by) {
        if (visitor.enters(by)) {
            return true;
        }
        refuse(verb);
        return false;
    }

    private void answer(Verb verb, LineRequest request) {
        if (visitor.isOver()) {
            revoke(verb);
            return;
        }
        if (!visitor.mayAsk(request)) {
            say(verb, Word.ERROR_AUTH);
            leave();
            return;
        }
        switch (request) {
            case LineRequest.OnKey onKey -> {
                if (seated) {
                    ask(verb, onKey);
                } else {
                    open(() -> ask(verb, onKey));
                }
            }
            case LineRequest.Ping() -> say(verb, Word.OK);
            case LineRequest.Stats() -> stats();
            case LineRequest.StableRef() -> {
                say(verb, refNamed ? Word.ERROR : Word.OK);
                refNamed = true;
            }
            case LineRequest.Auth _, LineRequest.Bad() -> say(verb, Word.ERROR);
            case LineRequest.Http() -> end(verb);
        }
    }

    private void ask(Verb verb, LineRequest.OnKey request) {
        if (!seated) {
            say(verb, Word.ERROR);
            freed();
            return;
        }
        LineCall<?> asked = LineCall.of(listener.engine(), this, verb, request);
        busy = true;
        call = asked;
        asked.submit();
        if (isInputClosed() && call == asked) {
            asked.inputEnded();
        }
    }

    /** Sends the outcome of a request for a key. */
    void answered(LineCall<?> asked, LocksOutcome outcome) {
        if (call != asked || !isOpen()) {
            return;
        }
        if (visitor.isOver()) {
            revoke(asked.verb());
            return;
        }
        call = null;
        Word word = LineReplies.word(outcome, asked.command() instanceof Enqueue);
        if (word == Word.ERROR_DRAINING && asked.waits()) {
            // The server's stop ended the wait. Only the next request is told the reason.
            word = Word.ERROR;
        }
        replies.write(word, outcome);
        write(replies.bytes(), replies.length());
        listener.meter().answered(asked.verb(), word);
        boolean sessionLost =
                outcome.equals(LockRefusal.SESSION_GONE.outcome()) && !listener.isGoing();
        if (word == Word.ERROR_DRAINING || sessionLost) {
            leave();
        } else {
            freed();
        }
    }

    private void stats() {
        busy = true;
        stats = new LineStats(this, listener.engine());
        stats.begin();
    }

    boolean writes(LineStats writing) {
        return stats == writing && isOpen();
    }

    boolean takesMore(LineStats writing) {
        return writes(writing) && channel.isWritable();
    }

    void writeStats(LineStats writing, byte[] bytes) {
        if (writes(writing) && bytes.length > 0) {
            write(bytes, bytes.length);
        }
    }

    void endStats(LineStats ended, @Nullable Word alone) {
        if (writes(ended)) {
            stats = null;
            if (alone != null) {
                write(alone.line(), alone.line().length);
            }
            listener.meter().answered(Verb.STATS, alone == null ? Word.OK : alone);
            freed();
        }
    }

    @Override
    protected void roomAgain() {
        if (stats != null) {
            stats.ask();
        }
    }

    private void say(Verb verb, Word word) {
        write(word.line(), word.line().length);
        listener.meter().answered(verb, word);
    }

    private void write(byte[] bytes, int length) {
        ByteBuf made = made(() -> channel.alloc().ioBuffer(length).writeBytes(bytes, 0, length));
        if (made != null) {
            write(made);
        }
    }

    @Override
    protected long requestBytes() {
        return 0;
    }

    @Override
    protected boolean isKnown() {
        return opened;
    }

    /** Closes the connection: no word fits, and requests may be partly received or answered. */
    @Override
    protected void beyondBudget() {
        close();
    }

    /** Ends the connection because of invalid or late input. */
    private void end(Verb verb) {
        if (opened) {
            say(verb, Word.ERROR);
            leave();
        } else {
            refuse(verb);
        }
    }

    private void finishLate() {
        if (isOpen()) {
            finish();
        }
    }

    /** Rejects a connection that failed authentication. */
    private void refuse(Verb verb) {
        judging = false;
        busy = true;
        noDeadline();
        say(verb, Word.ERROR_AUTH);
        loop().executor().schedule(this::finishLate, REFUSED_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Still answers a request that completes immediately. A wait is abandoned. */
    @Override
    protected void inputEnded() {
        if (!busy) {
            finish();
        } else if (call != null) {
            call.inputEnded();
        }
    }

    @Override
    protected void late() {
        end(Verb.UNKNOWN);
    }

    /** Closes a waiting connection: a wait may be long, and only reading detects a disconnect. */
    @Override
    protected void aheadTooFar() {
        if (call != null && call.waits()) {
            close();
        }
    }

    /** Ends the wait and the connection once their credential has expired or was revoked. */
    @Override
    protected void checkCredential() {
        if (opened && visitor.isOver()) {
            revoke(call == null ? Verb.UNKNOWN : call.verb());
        }
    }

    private void revoke(Verb verb) {
        keepsGrants = listener.guard().keepsRevokedGrants();
        hangUp();
        say(verb, Word.ERROR_AUTH);
        leave();
    }

    private void hangUp() {
        LineCall<?> current = call;
        call = null;
        if (current != null) {
            current.hangUp();
        }
    }

    @Override
    protected void gone() {
        visitor.leaves();
        hangUp();
        closeSession();
    }

    /** Ends the connection and closes its session immediately. */
    private void leave() {
        finish();
        closeSession();
    }

    /** Closes the connection if the given call or statistics reply is in progress. */
    void drop(Object dropped) {
        if (isOpen() && (call == dropped || stats == dropped)) {
            close();
        }
    }

    private void closeSession() {
        if (opened && !closed) {
            closed = true;
            // A session without a connection must not stay open, even if the leader changes.
            SessionCommand.Close command = new SessionCommand.Close(session, keepsGrants);
            listener.engine().settle(actor(), command, Long.MAX_VALUE);
        }
    }

    /** Does nothing: waits were answered, and the next request is told about the stop. */
    @Override
    protected void drain() {}
}
