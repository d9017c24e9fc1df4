package io.holdfast.server.http;

import io.holdfast.core.value.Actor;
import io.holdfast.server.auth.ConnectionLimit;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.net.RateLimiter;
import io.holdfast.server.net.Remote;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** State that all requests of a connection share, so that it is computed once. */
final class Peer {

    private final Channel channel;
    private final InetAddress address;
    private final @Nullable InetAddress local;
    private final String text;
    private final Actor actor;
    private Principal principal = Principal.NOBODY;
    private Actor principalActor;
    private byte @Nullable [] knownAuthorization;
    private Decision.@Nullable Admitted known;
    private byte @Nullable [] knownHost;
    private RateLimiter.@Nullable Bucket bucket;
    private Principal seated = Principal.NOBODY;
    private @Nullable X509Certificate certificate;
    private boolean certificateKnown;

    Peer(Channel channel, InetAddress address) {
        this.channel = channel;
        this.address = address;
        this.local = channel.localAddress() instanceof InetSocketAddress socket
                ? socket.getAddress()
                : null;
        this.text = Remote.text(address);
        this.actor = new Actor(Actor.DEFAULT_TENANT, "", text);
        this.principalActor = actor;
    }

    InetAddress address() {
        return address;
    }

    String text() {
        return text;
    }

    /** Returns whether the last authenticated request had a principal. */
    boolean isKnown() {
        return principal != Principal.NOBODY;
    }

    /** Returns the unauthenticated actor at this address. */
    Actor actor() {
        return actor;
    }

    /** Returns the principal's actor at this address, and remembers the principal. */
    Actor actor(Principal of) {
        if (of != principal && !of.equals(principal)) {
            principal = of;
            principalActor = new Actor(of.tenant(), of.name(), text);
        }
        return principalActor;
    }

    /**
     * Returns the cached decision for the same {@code Authorization} header if it is still valid;
     * null if the authenticators have to be called.
     */
    Decision.@Nullable Admitted known(RequestHead head, int authorization) {
        byte[] bytes = knownAuthorization;
        Decision.Admitted admitted = known;
        if (bytes == null || admitted == null) {
            return null;
        }
        int from = head.valueFrom(authorization);
        boolean same = isSame(bytes, head.bytes, from, head.valueTo(authorization));
        return same && admitted.holds().still() ? admitted : null;
    }

    /** Caches the decision for an {@code Authorization} header while it is valid. */
    void know(RequestHead head, int authorization, Decision.Admitted admitted) {
        known = admitted.holds().isOnce() ? null : admitted;
        knownAuthorization = known == null
                ? null
                : Arrays.copyOfRange(
                        head.bytes, head.valueFrom(authorization), head.valueTo(authorization));
    }

    /**
     * Compares in constant time: a proxy's connection serves many clients, and none may learn
     * another's secret from timing.
     */
    private static boolean isSame(byte[] known, byte[] bytes, int from, int to) {
        if (to - from != known.length) {
            return false;
        }
        int difference = 0;
        for (int i = 0; i < known.length; i++) {
            difference |= known[i] ^ bytes[from + i];
        }
        return difference == 0;
    }

    @Nullable
    InetAddress localAddress() {
        return local;
    }

    /** Returns whether the head names the host that the guard accepted last. */
    boolean isKnownHost(RequestHead head) {
        byte[] known = knownHost;
        return known != null
                && Arrays.equals(known, 0, known.length, head.bytes, head.hostFrom, head.hostTo);
    }

    void knowHost(byte[] host) {
        knownHost = host;
    }

    /** Returns the client's certificate; requests arrive only after the handshake. */
    @Nullable
    X509Certificate certificate() {
        if (!certificateKnown) {
            certificateKnown = true;
            certificate = Remote.certificate(channel);
        }
        return certificate;
    }

    /** Counts the connection for the latest principal; returns whether it is within the limit. */
    boolean seat(Principal principal, ConnectionLimit seats) {
        if (principal.equals(seated)) {
            return true;
        }
        unseat(seats);
        if (!seats.take(principal)) {
            return false;
        }
        seated = principal;
        return true;
    }

    /** Releases the connection's place in the limit. */
    void unseat(ConnectionLimit seats) {
        seats.giveBack(seated);
        seated = Principal.NOBODY;
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
