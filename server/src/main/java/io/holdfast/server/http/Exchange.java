package io.holdfast.server.http;

import io.holdfast.core.command.Actor;
import io.holdfast.server.auth.Principal;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One request and its one response.
 *
 * <p>Threading: the request's side may be read by any thread, also after the handler returned. The
 * reply may be given from any thread; the first one wins and later ones are ignored.
 */
public interface Exchange {

    /** The method as sent; {@code HEAD} where a GET route answers a HEAD request. */
    String method();

    /** The matched route, or null where the edge itself answers. */
    @Nullable
    Route route();

    /** The path as sent: before decoding and without the query. */
    String rawPath();

    /** The value of the template's parameter of that position (from 0), percent-decoded. */
    String pathParameter(int position);

    /** The first value of a query parameter, decoded; null if absent. */
    @Nullable
    String query(String name);

    /** The names of all query parameters, decoded, in their order. */
    List<String> queryNames();

    /** The query as sent, without its question mark; empty if there was none. */
    String rawQuery();

    /** The host and port that the request names; empty if it names none. */
    String authority();

    /** The first value of a request header, trimmed, a character for each byte; null if absent. */
    @Nullable
    String header(String name);

    /** Whether a request header is there more than once. */
    boolean isRepeated(String name);

    /**
     * The complete body; empty if there was none. The array is the exchange's own: do not change
     * it.
     */
    byte[] body();

    /** The address of the other end of the connection, which may be a proxy; without its port. */
    String remoteAddress();

    /** The address of whoever asks, as the other end or, if that is trusted, a proxy knows it. */
    String clientAddress();

    /** Who asks, and what it may do. */
    Principal principal();

    /** Has it written down that who asks may not do this; the reply is still to come. */
    void denied(String why);

    /** Who acts, as it is written into the log: the principal, its tenant, its address. */
    Actor actor();

    /** Adds a response header; only before the reply. Both texts must be plain ASCII. */
    Exchange header(String name, String value);

    /**
     * Replies with a JSON body that already ends with its newline. The array must not change later.
     */
    void reply(int status, byte[] json);

    /** Replies with a body of another type. The array must not change later. */
    void reply(int status, String contentType, byte[] body);

    /**
     * Replies with a body that is made piece by piece, as fast as the client takes it. A HEAD
     * request gets the head alone, and the source is not asked.
     */
    void stream(int status, String contentType, BodySource source);

    /** Replies without a body. */
    void replyEmpty(int status);

    /** Replies in the route's own error shape. */
    void refuse(Problem problem, @Nullable String detail);

    /**
     * Names what to run, on the event loop, when the client is gone before the reply was handed to
     * its connection; at once if that is so already. A reply that was given on another thread and
     * then found nobody also ends here, so that what it granted can be passed on. A body that is
     * streamed is handed over with its last piece.
     */
    void onHangUp(Runnable action);

    /**
     * Names what to run, on the event loop, when the client has finished sending and the reply was
     * not given yet; at once if that is so already. It may be gone, or may wait for the reply.
     * Where nobody names anything the reply has a moment to come, and the connection ends then.
     */
    void onInputEnded(Runnable action);

    /** Ends the connection without a reply; may be called from any thread. */
    void drop();

    /** False once the client is known to be gone. */
    boolean isOpen();

    /** Runs tasks on the connection's event loop. */
    Executor loop();
}
