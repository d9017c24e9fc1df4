package io.holdfast.log.ratis;

import io.holdfast.log.Clock;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.client.impl.RaftClientRpcWithProxy;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerRpcWithProxy;
import org.apache.ratis.util.PeerProxyMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of this member to its peers, as a server and as a client. Ratis keeps the first
 * address of a peer for the life of the process and cannot forget it, so the entry of a peer that
 * has moved is removed here.
 *
 * <p>Threading: any thread.
 */
public final class PeerProxies {

    private static final Logger LOG = LoggerFactory.getLogger(PeerProxies.class);
    private static final Field ENTRIES = entries();
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final List<PeerProxyMap<?>> all;
    private final Map<RaftPeerId, String> addresses = new HashMap<>();
    private final Map<RaftPeerId, String> followed = new HashMap<>();

    private PeerProxies(List<PeerProxyMap<?>> all) {
        this.all = all;
    }

    private static Field entries() {
        try {
            Field entries = PeerProxyMap.class.getDeclaredField("peers");
            entries.setAccessible(true);
            return entries;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("unexpected Ratis version", e);
        }
    }

    public static PeerProxies of(RaftServer server, RaftClientRpc client) {
        if (server.getServerRpc() instanceof RaftServerRpcWithProxy<?, ?> serving
                && client instanceof RaftClientRpcWithProxy<?> asking) {
            return new PeerProxies(List.of(serving.getProxies(), asking.getProxies()));
        }
        throw new IllegalStateException("peers must use gRPC");
    }

    /**
     * Checks the members' addresses periodically. A member that replaced another may have any
     * address, and no event reports it if the log was installed with a snapshot.
     */
    public void watch(Clock clock, Supplier<List<RaftPeer>> members, BooleanSupplier over) {
        if (!over.getAsBoolean()) {
            follow(members.get());
            clock.wakeAt(clock.monotonicNanos() + LOOK_NANOS, () -> watch(clock, members, over));
        }
    }

    /**
     * Applies the current addresses of the group. Only changes since the last call count: the
     * member that makes a replacement connects to the new member before the group knows it.
     */
    private synchronized void follow(Collection<RaftPeer> peers) {
        for (RaftPeer peer : peers) {
            String address = String.valueOf(peer.getAddress());
            if (!address.equals(followed.put(peer.getId(), address))) {
                point(List.of(peer));
            }
        }
    }

    /** Sets the current addresses of these peers. */
    public synchronized void point(Collection<RaftPeer> peers) {
        for (RaftPeer peer : peers) {
            String address = peer.getAddress();
            if (address == null || address.isEmpty()) {
                continue;
            }
            String before = addresses.put(peer.getId(), address);
            for (PeerProxyMap<?> proxies : all) {
                if (before != null && !before.equals(address)) {
                    forget(proxies, peer.getId());
                }
                proxies.addRaftPeers(List.of(peer));
            }
            if (before != null && !before.equals(address)) {
                LOG.info("peer {} moved: address={} previous={}", peer.getId(), address, before);
            }
        }
    }

    private static void forget(PeerProxyMap<?> proxies, RaftPeerId peer) {
        try {
            // Pending senders learn that the connection is closed, and look the peer up again.
            proxies.handleException(peer, new IOException("it moved"), true);
            ((Map<?, ?>) ENTRIES.get(proxies)).remove(peer);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
