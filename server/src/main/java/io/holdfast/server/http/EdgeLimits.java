package io.holdfast.server.http;

import io.holdfast.server.net.Binding;

/**
 * All limits of the HTTP listener.
 *
 * @param headMaxBytes the request line and all headers together
 * @param headersMax number of headers
 * @param pathMaxBytes the request target, query included
 * @param bodyMaxBytes a body, unless the route has its own limit
 * @param readAheadMaxBytes input kept while a request is being answered, before reading pauses
 * @param headMillis from a request's first byte (or the connection's start) to the end of its head
 * @param bodyMillis from the end of the head to the end of the body
 * @param idleMillis between two requests of a connection
 * @param writeMillis how long a client may leave its replies unread; 0 means no limit
 * @param lingerMillis how long a rejected client may still send before it is disconnected
 * @param halfCloseMillis how long a request is answered after its client has stopped sending, which
 *     may mean that it waits for the answer or that it is gone; counted from the request
 * @param connectionsMax open connections; 0 means the file descriptor limit, less a reserve
 * @param connectionsPerAddressMax open connections per address; 0 means no limit per address
 */
public record EdgeLimits(
        int headMaxBytes,
        int headersMax,
        int pathMaxBytes,
        int bodyMaxBytes,
        int readAheadMaxBytes,
        long headMillis,
        long bodyMillis,
        long idleMillis,
        long writeMillis,
        long lingerMillis,
        long halfCloseMillis,
        int connectionsMax,
        int connectionsPerAddressMax) {

    /** The largest body limit that a route may set. */
    public static final int BODY_CEILING_BYTES = 16 << 20;

    public static final EdgeLimits DEFAULT = new EdgeLimits(
            8 << 10, 64, 2 << 10, 64 << 10, 64 << 10, 10_000, 23_000, 120_000, 5_000, 2_000, 50, 0,
            0);

    public EdgeLimits {
        require(headMaxBytes >= 256, "a head of less than 256 bytes admits no request");
        require(headersMax >= 1, "HTTP/1.1 needs the Host header");
        require(pathMaxBytes >= 1, "a path is at least a slash");
        require(pathMaxBytes < headMaxBytes, "the path is part of the head");
        require(bodyMaxBytes >= 0 && bodyMaxBytes <= BODY_CEILING_BYTES, "body limit out of range");
        require(readAheadMaxBytes >= headMaxBytes, "reading ahead must admit a whole head");
        require(headMillis > 0 && bodyMillis > 0 && idleMillis > 0, "reading needs deadlines");
        require(writeMillis >= 0 && lingerMillis >= 0 && halfCloseMillis >= 0, "negative duration");
        require(
                connectionsMax >= 0 && connectionsMax <= Binding.CONNECTIONS_CEILING,
                "too many connections");
        require(connectionsPerAddressMax >= 0, "negative cap");
        require(
                connectionsMax == 0 || connectionsPerAddressMax <= connectionsMax,
                "an address cannot have more connections than all together");
        if (connectionsMax == 0) {
            connectionsMax = Binding.CONNECTIONS_CEILING;
        }
    }

    public EdgeLimits withReadTimeouts(long newHeadMillis, long newBodyMillis, long newIdleMillis) {
        return new EdgeLimits(
                headMaxBytes,
                headersMax,
                pathMaxBytes,
                bodyMaxBytes,
                readAheadMaxBytes,
                newHeadMillis,
                newBodyMillis,
                newIdleMillis,
                writeMillis,
                lingerMillis,
                halfCloseMillis,
                connectionsMax,
                connectionsPerAddressMax);
    }

    public EdgeLimits withWriteTimeout(long newWriteMillis) {
        return new EdgeLimits(
                headMaxBytes,
                headersMax,
                pathMaxBytes,
                bodyMaxBytes,
                readAheadMaxBytes,
                headMillis,
                bodyMillis,
                idleMillis,
                newWriteMillis,
                lingerMillis,
                halfCloseMillis,
                connectionsMax,
                connectionsPerAddressMax);
    }

    public EdgeLimits withHalfClose(long newHalfCloseMillis) {
        return new EdgeLimits(
                headMaxBytes,
                headersMax,
                pathMaxBytes,
                bodyMaxBytes,
                readAheadMaxBytes,
                headMillis,
                bodyMillis,
                idleMillis,
                writeMillis,
                lingerMillis,
                newHalfCloseMillis,
                connectionsMax,
                connectionsPerAddressMax);
    }

    public EdgeLimits withConnections(int max, int perAddressMax) {
        return new EdgeLimits(
                headMaxBytes,
                headersMax,
                pathMaxBytes,
                bodyMaxBytes,
                readAheadMaxBytes,
                headMillis,
                bodyMillis,
                idleMillis,
                writeMillis,
                lingerMillis,
                halfCloseMillis,
                max,
                perAddressMax);
    }

    private static void require(boolean holds, String why) {
        if (!holds) {
            throw new IllegalArgumentException(why);
        }
    }
}
