package io.holdfast.client;

import io.holdfast.client.http.Lost;
import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import io.holdfast.client.http.Result;
import io.holdfast.client.http.Transport;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What the parts of one client share. */
final class ClientContext {

    private final Transport transport;
    private final Sessions sessions;
    private final Leases leases;
    private final Duration ttl;
    private final Set<AutoCloseable> closedWith = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    ClientContext(Transport transport, SessionChoice choice, Duration ttl) {
        this.transport = transport;
        this.leases = new Leases(this);
        this.sessions = new Sessions(this, choice);
        this.ttl = ttl;
    }

    Transport transport() {
        return transport;
    }

    Sessions sessions() {
        return sessions;
    }

    Leases leases() {
        return leases;
    }

    Duration ttl() {
        return ttl;
    }

    long nanos() {
        return transport.nanos();
    }

    void work(Runnable task) {
        transport.loop().work(task);
    }

    /** Sends a request and waits for its result; an interrupt ends the request. */
    Result send(Request request) throws InterruptedException {
        checkOpen();
        return transport.send(request);
    }

    /**
     * Sends a request and returns the reply.
     *
     * @throws HoldfastException if no member answered, or the reply is an error
     */
    Reply ask(Request request) {
        Reply reply = reply(request);
        if (!reply.ok()) {
            throw failure(reply);
        }
        return reply;
    }

    /**
     * Sends a request and returns the reply, which may be an error.
     *
     * @throws HoldfastException if no member answered
     */
    Reply reply(Request request) {
        try {
            Result result = send(request);
            if (result instanceof Reply reply) {
                return reply;
            }
            throw failure(result);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HoldfastException("interrupted", 0, "the thread was interrupted");
        }
    }

    static HoldfastException failure(Result result) {
        if (result instanceof Reply reply) {
            return new HoldfastException(reply.code(), reply.status(), reply.detail());
        }
        String why = result instanceof Lost lost ? lost.why() : "no reply";
        return new HoldfastException(HoldfastException.UNAVAILABLE, 0, why);
    }

    /** Returns the result of a request to hold something that was not granted. */
    static Acquired refused(Result result) {
        if (result instanceof Reply reply) {
            return new Acquired.Refused(reply.code(), reply.detail());
        }
        return new Acquired.Unknown(result instanceof Lost lost ? lost.why() : "no reply");
    }

    /** Returns the result of a request to hold something that failed. */
    static Acquired refused(HoldfastException e) {
        String message = String.valueOf(e.getMessage());
        return e.isUnavailable()
                ? new Acquired.Unknown(message)
                : new Acquired.Refused(e.code(), message);
    }

    void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the client is closed");
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Closes something with the client. */
    void onClose(AutoCloseable part) {
        closedWith.add(part);
    }

    void forget(AutoCloseable part) {
        closedWith.remove(part);
    }

    /** Releases everything, waiting at most the request timeout, and ends all threads. */
    void close() {
        if (closed) {
            return;
        }
        closed = true;
        for (AutoCloseable part : closedWith) {
            try {
                part.close();
            } catch (Exception e) {
                // The others have to be closed as well.
            }
        }
        leases.close(sessions.keepsShared());
        sessions.close();
        transport.close();
    }
}
