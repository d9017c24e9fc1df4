package io.holdfast.server.line;

import io.holdfast.core.command.Actor;
import io.holdfast.core.command.LocksCommand.Enqueue;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.SessionId;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection, which is one session: requests are answered one after the other, in order, and
 * what the session waits for ends with the connection.
 *
 * <p>Threading: everything here runs on the connection's event loop.
 */
final class LineConnection extends Link {

    /** Whoever guesses secrets is answered, and then has to come again. */
    private static final long REFUSED_PAUSE_MILLIS = 100;

    private static final long RETRY_MILLIS = 100;
    private final LineListener listener;
    private final LineIdentity visitor;
    private final LineReader reader = LineReader.ofLoop();
    private final LineReplies replies = LineReplies.ofLoop();
    private final LineParser parser = new LineParser();
    private final SessionId session;

    /** Whether it is being found out who is there. */
    private boolean judging;
    /** Whether it was proposed to open the session, so that it has to be closed. */
    private boolean opened;
    /** Whether the session is open. */
    private boolean seated;
    /** Whether a request, or the opening of the session, is under way. */
    private boolean busy;
    /** Whether it was proposed to close it. */
    private volatile boolean closed;
    /** Whether what it holds outlives it, whatever the settings say of disconnects. */
    private boolean keepsGrants;

    private boolean refNamed;
    private @Nullable LineCall call;
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
        // Strangers cost nothing but their connection, and that not for long.
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

    /** Opens the session; what comes meanwhile is kept. */
    private void open(Runnable then) {
        opened = true;
        busy = true;
        submit(new SessionCommand.Open(session, null, true), outcome -> opened(outcome, then));
    }

    private void submit(SessionCommand command, Consumer<Outcome> answer) {
        listener.node().submit(new SimpleCall(actor(), null, command, answer));
    }

    private void opened(Outcome outcome, Runnable then) {
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
            // The answer to whatever is asked first; there is no session that could ask.
            closed = true;
            say(Verb.UNKNOWN, Word.of(reason));
            finish();
        } else {
            close();
        }
    }

    /** Nothing is under way any more: goes on with what came meanwhile. */
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
                        // What was asked is looked at again once the session is open.
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

    /** A line's clock runs from the end of the line before, the first line's from its start. */
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

    /** Goes by the certificate where the first request shows nothing else. */
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

    /** Goes on as whoever it is; turned away where that one has too many connections. */
    private boolean enter(Verb verb, Decision.Admitted by) {
        if (visitor.enters(by)) {
            return true;
        }
        refuse(verb);
        return false;
    }

    private void answer(Verb verb, LineRequest request) {
        if (!visitor.mayAsk(request)) {
            refuse(verb);
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
        LineCall asked = new LineCall(listener.node(), this, verb, request);
        busy = true;
        call = asked;
        asked.submit();
        if (isInputClosed() && call == asked) {
            asked.inputEnded();
        }
    }

    /** Takes the outcome of a request about a key. */
    void answered(LineCall asked, Outcome outcome) {
        if (call != asked || !isOpen()) {
            return;
        }
        if (visitor.isOver()) {
            revoke();
            return;
        }
        call = null;
        Word word = LineReplies.word(outcome, asked.command() instanceof Enqueue);
        if (word == Word.ERROR_DRAINING && asked.waits()) {
            // The wait was ended by the server's stop; only what comes next hears the reason.
            word = Word.ERROR;
        }
        replies.write(word, outcome);
        write(replies.bytes(), replies.length());
        listener.meter().answered(asked.verb(), word);
        boolean sessionLost = outcome.equals(Refusal.SESSION_GONE.outcome()) && !listener.isGoing();
        if (word == Word.ERROR_DRAINING || sessionLost) {
            leave();
        } else {
            freed();
        }
    }

    private void stats() {
        busy = true;
        stats = new LineStats(this, listener.node());
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

    /** The protocol has no word for it; a request may be half sent, and another half answered. */
    @Override
    protected void beyondBudget() {
        close();
    }

    /** Ends the connection because of what was sent, or was not sent in time. */
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

    /** Turns away whoever did not bring the secret. */
    private void refuse(Verb verb) {
        judging = false;
        busy = true;
        noDeadline();
        say(verb, Word.ERROR_AUTH);
        loop().executor().schedule(this::finishLate, REFUSED_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** What was asked before and can be answered at once still is; a wait is not waited for. */
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

    /** A wait may last, and reading on is how its client's hang-up shows. */
    @Override
    protected void aheadTooFar() {
        if (call != null && call.waits()) {
            close();
        }
    }

    /** Ends the wait and the connection: neither outlives the credential that it began with. */
    @Override
    protected void checkCredential() {
        if (opened && visitor.isOver()) {
            revoke();
        }
    }

    private void revoke() {
        keepsGrants = listener.guard().keepsRevokedGrants();
        Verb verb = call == null ? Verb.UNKNOWN : call.verb();
        hangUp();
        say(verb, Word.ERROR_AUTH);
        leave();
    }

    private void hangUp() {
        LineCall current = call;
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

    /** Ends the connection, and its session at once. */
    private void leave() {
        finish();
        closeSession();
    }

    /** Ends the connection if what it is busy with, a call or statistics, is this. */
    void drop(Object dropped) {
        if (isOpen() && (call == dropped || stats == dropped)) {
            close();
        }
    }

    private void closeSession() {
        if (opened && !closed) {
            closed = true;
            submit(new SessionCommand.Close(session, keepsGrants), this::sessionClosed);
        }
    }

    /** A session that nobody can use must not stay because there was too much to do. */
    private void sessionClosed(Outcome outcome) {
        if (outcome instanceof Outcome.Refused refused && refused.reason() == Refusal.OVERLOADED) {
            closed = false;
            loop().executor().schedule(this::closeSession, RETRY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Does nothing: the next request is told that the server stops, waits were answered. */
    @Override
    protected void drain() {}
}
