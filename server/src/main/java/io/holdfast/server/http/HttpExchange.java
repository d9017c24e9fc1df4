package io.holdfast.server.http;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.net.Remote;
import io.holdfast.server.text.LaneCheck;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The exchange of one request on one connection. The first reply, on any thread, claims the
 * exchange, which is then itself the task that writes the reply on the event loop.
 */
final class HttpExchange implements Exchange, Runnable {

    private static final byte[] NOTHING = {};
    private static final VarHandle CLAIMED;

    static {
        try {
            CLAIMED = MethodHandles.lookup()
                    .findVarHandle(HttpExchange.class, "claimed", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Connection connection;
    private final RequestHead head;
    private final long startNanos;
    private final @Nullable RequestTrace trace;
    private RouteTable.@Nullable Match match;
    private @Nullable Route route;
    private boolean originAllowed;
    private @Nullable InetAddress client;
    private Principal principal = Principal.NOBODY;
    private Decision.Holds credential = Decision.Holds.ONCE;
    private Actor actor;
    private byte[] body = NOTHING;

    @SuppressWarnings("UnusedVariable") // Read and written through CLAIMED.
    private volatile boolean claimed;

    private int status;
    private @Nullable String contentType;
    private byte[] reply = NOTHING;
    private @Nullable BodySource source;
    private @Nullable StringBuilder headerLines;
    private boolean close;
    private boolean counted = true;
    private boolean revoked;

    private @Nullable Runnable hangUp;
    private @Nullable Runnable inputEnd;
    private volatile boolean gone;

    /** @param trace null if the request is not traced */
    HttpExchange(
            Connection connection,
            RequestHead head,
            long startNanos,
            @Nullable RequestTrace trace) {
        this.connection = connection;
        this.head = head;
        this.startNanos = startNanos;
        this.trace = trace;
        this.actor = connection.peer().actor();
    }

    @Override
    public String method() {
        return head.method;
    }

    @Override
    public @Nullable Route route() {
        return route;
    }

    @Override
    public @Nullable RequestTrace trace() {
        return trace;
    }

    @Override
    public String rawPath() {
        return head.text(head.pathFrom, head.pathTo);
    }

    @Override
    public String pathParameter(int position) {
        return PathText.parameter(head, Objects.requireNonNull(route).template(), position);
    }

    @Override
    public @Nullable String query(String name) {
        return PathText.query(head, name);
    }

    @Override
    public List<String> queryNames() {
        return PathText.queryNames(head);
    }

    @Override
    public String rawQuery() {
        return head.text(head.queryFrom, head.queryTo);
    }

    @Override
    public String authority() {
        return head.text(head.hostFrom, head.hostTo);
    }

    @Override
    public @Nullable String header(String name) {
        return head.header(name);
    }

    @Override
    public boolean isRepeated(String name) {
        return head.isRepeated(name);
    }

    @Override
    public byte[] body() {
        return body;
    }

    @Override
    public String remoteAddress() {
        return connection.peer().text();
    }

    @Override
    public String clientAddress() {
        return client == null ? remoteAddress() : Remote.text(client);
    }

    @Override
    public Principal principal() {
        return principal;
    }

    @Override
    public void denied(String why) {
        connection.denied(this, why);
    }

    @Override
    public Actor actor() {
        return actor;
    }

    @Override
    public Exchange header(String name, String value) {
        if (!isPlain(name) || !isPlain(value)) {
            throw new IllegalArgumentException("not a header: " + name);
        }
        addHeaderLines(name);
        addHeaderLines(": ");
        addHeaderLines(value);
        addHeaderLines("\r\n");
        return this;
    }

    @Override
    public void reply(int newStatus, byte[] json) {
        reply(newStatus, ResponseWriter.JSON, json);
    }

    @Override
    public void reply(int newStatus, String newContentType, byte[] newBody) {
        answer(newStatus, newContentType, newBody, null);
    }

    @Override
    public void stream(int newStatus, String newContentType, BodySource newSource) {
        answer(newStatus, newContentType, NOTHING, newSource);
    }

    @Override
    public void replyEmpty(int newStatus) {
        answer(newStatus, null, NOTHING, null);
    }

    @Override
    public void refuse(Problem problem, @Nullable String detail) {
        ErrorShape errors = match == null ? ErrorShape.JSON : match.dialect().errors();
        ErrorShape.ErrorReply error = errors.render(problem, detail);
        reply(error.status(), error.json());
    }

    @Override
    public void refuse(Outcome.Shared outcome, String text) {
        RefusalShape refusals =
                match == null ? RefusalShape.JSON : match.dialect().refusals();
        ErrorShape.ErrorReply error = refusals.render(outcome, text);
        if (error.status() >= 500) {
            header("Retry-After", "1");
        }
        reply(error.status(), error.json());
    }

    @Override
    public void onHangUp(Runnable action) {
        if (!connection.inLoop()) {
            loop().execute(() -> onHangUp(action));
        } else if (gone) {
            action.run();
        } else {
            hangUp = action;
        }
    }

    @Override
    public void onInputEnded(Runnable action) {
        if (!connection.inLoop()) {
            loop().execute(() -> onInputEnded(action));
        } else if (connection.inputClosed()) {
            action.run();
        } else {
            inputEnd = action;
        }
    }

    /** Called when the client has finished sending; returns whether an action handles that. */
    boolean inputEnded() {
        if (inputEnd != null) {
            inputEnd.run();
        }
        return inputEnd != null;
    }

    @Override
    public void drop() {
        if (connection.inLoop()) {
            connection.drop(this);
        } else {
            loop().execute(this::drop);
        }
    }

    @Override
    public boolean isOpen() {
        return !gone;
    }

    @Override
    public Executor loop() {
        return connection.executor();
    }

    @Override
    public void onLoop(Runnable task) {
        if (connection.inLoop()) {
            task.run();
        } else {
            connection.executor().execute(task);
        }
    }

    /** Rejects control characters: a line break would allow response splitting. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    /** Writes the claimed reply; runs on the event loop. */
    @Override
    public void run() {
        connection.write(this);
    }

    private void answer(
            int newStatus,
            @Nullable String newContentType,
            byte[] newBody,
            @Nullable BodySource newSource) {
        assert LaneCheck.isOutside();
        if (!CLAIMED.compareAndSet(this, false, true)) {
            return;
        }
        status = newStatus;
        contentType = newContentType;
        reply = newBody;
        source = newSource;
        if (connection.inLoop()) {
            connection.write(this);
        } else {
            connection.executor().execute(this);
        }
    }

    /** Sets the credential that authenticated the request, to check its validity later. */
    void admittedWhile(Decision.Holds holds) {
        credential = holds;
    }

    /** Returns whether the credential was revoked or has expired since authentication. */
    boolean isCredentialOver() {
        return credential.isOver();
    }

    /**
     * Replies 401 instead of waiting any longer; runs on the event loop. It claims the reply first,
     * so that a concurrent grant is not delivered and is given back.
     */
    void revoke() {
        closeAfter();
        if (CLAIMED.compareAndSet(this, false, true)) {
            withdraw();
            connection.write(this);
        }
    }

    /**
     * Returns whether the request waited longer than its credential was valid; its grant must then
     * not be delivered.
     */
    boolean outlivedCredential() {
        return hangUp != null && credential.isOver();
    }

    /** Replaces the claimed reply with 401, and gives up its grant. */
    void withdraw() {
        closeAfter();
        ErrorShape errors = match == null ? ErrorShape.JSON : match.dialect().errors();
        ErrorShape.ErrorReply error = errors.render(
                Problem.UNAUTHORIZED, "the credential was revoked or expired during the request");
        status = error.status();
        contentType = ResponseWriter.JSON;
        reply = error.json();
        source = null;
        revoked = true;
        gone = true;
        Runnable giveUp = hangUp;
        hangUp = null;
        if (giveUp != null) {
            giveUp.run();
        }
    }

    /**
     * Called on the event loop, at most once, if the client disconnects before the reply is
     * written.
     */
    void hungUp() {
        gone = true;
        if (hangUp != null) {
            hangUp.run();
        }
    }

    /** Releases the actions and the memory they hold; they are not called any more. */
    void written() {
        hangUp = null;
        inputEnd = null;
    }

    Connection connection() {
        return connection;
    }

    RequestHead head() {
        return head;
    }

    long startNanos() {
        return startNanos;
    }

    void matched(RouteTable.Match newMatch, @Nullable Route newRoute) {
        match = newMatch;
        route = newRoute;
    }

    /** Returns the client's address; the peer's unless a proxy reported another. */
    InetAddress client() {
        InetAddress known = client;
        return known == null ? connection.peer().address() : known;
    }

    void cameFrom(InetAddress address) {
        client = address;
        actor = new Actor(Actor.DEFAULT_TENANT, "", Remote.text(address));
    }

    /** Returns whether a trusted proxy forwarded the request. */
    boolean isForwarded() {
        return client != null;
    }

    String dialectName() {
        return match == null ? "http" : match.dialect().name();
    }

    void identified(Principal newPrincipal, Actor newActor) {
        principal = newPrincipal;
        actor = newActor;
    }

    /** Returns the key in the path; null if there is none, or if it is a secret. */
    @Nullable
    String shownKey() {
        Route known = route;
        int position = known == null ? -1 : known.keyPosition();
        return position < 0 ? null : pathParameter(position);
    }

    /** Marks the origin of the calling page as allowed. */
    void allowOrigin() {
        originAllowed = true;
    }

    boolean isOriginAllowed() {
        return originAllowed;
    }

    boolean isOpenPath() {
        return match != null && match.isOpenPath();
    }

    boolean isKnownPath() {
        return match != null && match.isKnownPath();
    }

    String allow() {
        return match == null ? "" : match.allow();
    }

    void setBody(byte[] newBody) {
        body = newBody;
    }

    /** Returns the bytes that the request holds. */
    int heldBytes() {
        return head.bytes.length + body.length;
    }

    void addHeaderLines(String text) {
        if (headerLines == null) {
            headerLines = new StringBuilder(128);
        }
        headerLines.append(text);
    }

    /** Closes the connection after this reply. */
    void closeAfter() {
        close = true;
    }

    boolean closesAfter() {
        return close || head.close;
    }

    void setUncounted() {
        counted = false;
    }

    boolean isCounted() {
        return counted;
    }

    int status() {
        return status;
    }

    @Nullable
    String contentType() {
        return contentType;
    }

    byte[] replyBody() {
        return reply;
    }

    /** Returns the source of a streamed body; null if the body is complete. */
    @Nullable
    BodySource source() {
        return source;
    }

    @Nullable
    CharSequence headerLines() {
        // The handler may be adding headers for its own reply on another thread.
        return revoked ? "WWW-Authenticate: Bearer\r\n" : headerLines;
    }
}
