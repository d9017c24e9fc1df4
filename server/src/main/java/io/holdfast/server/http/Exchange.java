package io.holdfast.server.http;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.server.auth.Principal;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One request and its one response.
 *
 * <p>Threading: the request may be read by any thread, even after the handler returned. The reply
 * may be given from any thread; the first one wins and later ones are ignored.
 */
public interface Exchange {

    /** Returns the method as sent; {@code HEAD} if a GET route answers a HEAD request. */
    String method();

    /** Returns the matched route, or null if the listener itself answers. */
    @Nullable
    Route route();

    /** Returns the trace of the request; null if it is not traced, as usual. */
    default @Nullable RequestTrace trace() {
        return null;
    }

    /** Returns the path as sent: before decoding and without the query. */
    String rawPath();

    /** Returns the template parameter at that position (from 0), percent-decoded. */
    String pathParameter(int position);

    /** Returns the first value of a query parameter, decoded; null if absent. */
    @Nullable
    String query(String name);

    /** Returns the names of all query parameters, decoded, in order. */
    List<String> queryNames();

    /** Returns the query as sent, without its question mark; empty if there was none. */
    String rawQuery();

    /** Returns the host and port that the request names; empty if it names none. */
    String authority();

    /**
     * Returns the first value of a request header, trimmed, one character per byte; null if absent.
     */
    @Nullable
    String header(String name);

    /** Returns whether a request header occurs more than once. */
    boolean isRepeated(String name);

    /** Returns the complete body; empty if there was none. The array must not be changed. */
    byte[] body();

    /** Returns the peer's address without the port; the peer may be a proxy. */
    String remoteAddress();

    /** Returns the client's address: the peer's, or the one that a trusted proxy reports. */
    String clientAddress();

    /** Returns the principal, with its roles. */
    Principal principal();

    /** Audits that the principal is not authorized; the reply must follow. */
    void denied(String why);

    /** Returns the actor recorded in the log: principal, tenant and address. */
    Actor actor();

    /** Adds a response header; only before the reply. Name and value must be printable ASCII. */
    Exchange header(String name, String value);

    /**
     * Replies with a JSON body that already ends with its newline. The array must not change later.
     */
    void reply(int status, byte[] json);

    /** Replies with a body of another type. The array must not change later. */
    void reply(int status, String contentType, byte[] body);

    /**
     * Replies with a body that is produced piece by piece, as fast as the client reads it. For a
     * HEAD request only the head is sent, and the source is not called.
     */
    void stream(int status, String contentType, BodySource source);

    /** Replies without a body. */
    void replyEmpty(int status);

    /** Replies in the route's error format. */
    void refuse(Problem problem, @Nullable String detail);

    /** Replies with an outcome that every command may have, in the route's error format. */
    void refuse(Outcome.Shared outcome, String text);

    /**
     * Sets an action that runs on the event loop if the client disconnects before the reply was
     * passed to its connection, or immediately if it already has. It also runs if a reply given on
     * another thread comes too late, so that its grant can be passed on. A streamed body counts as
     * passed on with its last piece.
     */
    void onHangUp(Runnable action);

    /**
     * Sets an action that runs on the event loop when the client has finished sending and there is
     * no reply yet, or immediately if it already has. The client may be gone, or may wait for the
     * reply. Without an action, the connection closes after a short grace period.
     */
    void onInputEnded(Runnable action);

    /** Closes the connection without a reply; may be called from any thread. */
    void drop();

    /** Returns false once the client is known to have disconnected. */
    boolean isOpen();

    /** Returns an executor of the connection's event loop. */
    Executor loop();

    /** Runs a task on the connection's event loop: immediately if the caller is there already. */
    void onLoop(Runnable task);
}
