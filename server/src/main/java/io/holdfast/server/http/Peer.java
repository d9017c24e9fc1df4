package io.holdfast.server.http;

import io.holdfast.core.command.Actor;
import io.holdfast.server.net.Remote;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What stays the same for all requests of a connection, so that none of them finds it out again.
 */
final class Peer {

    private final InetAddress address;
    private final @Nullable InetAddress local;
    private final String text;
    private final Actor actor;
    private byte @Nullable [] knownHost;
    private RateLimiter.@Nullable Bucket bucket;

    Peer(Channel channel, InetAddress address) {
        this.address = address;
        this.local = channel.localAddress() instanceof InetSocketAddress socket
                ? socket.getAddress()
                : null;
        this.text = Remote.text(address);
        this.actor = new Actor(Actor.DEFAULT_TENANT, "", text);
    }

    String text() {
        return text;
    }

    Actor actor() {
        return actor;
    }

    @Nullable
    InetAddress localAddress() {
        return local;
    }

    /** Whether the head names the host that the guard let in last. */
    boolean isKnownHost(RequestHead head) {
        byte[] known = knownHost;
        return known != null
                && Arrays.equals(known, 0, known.length, head.bytes, head.hostFrom, head.hostTo);
    }

    void knowHost(byte[] host) {
        knownHost = host;
    }

    RateLimiter.Bucket bucket(RateLimiter limiter, long nowNanos) {
        RateLimiter.Bucket known = bucket;
        if (known == null || known.isForgotten()) {
            known = limiter.bucket(address, nowNanos);
            bucket = known;
        }
        return known;
    }
}
