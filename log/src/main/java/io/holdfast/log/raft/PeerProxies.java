package io.holdfast.log.raft;

import io.holdfast.log.Clock;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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
 * The connections of this node to its peers, as a server and as a client of theirs. Ratis keeps the
 * first address that it has heard of a peer for as long as the process lives, and has no way to
 * forget it; so the entry of a peer that is somewhere else now is taken out here.
 *
 * <p>Threading: any thread.
 */
final class PeerProxies {

    private static final Logger LOG = LoggerFactory.getLogger(PeerProxies.class);
    private static final Field ENTRIES = entries();
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final List<PeerProxyMap<?>> all;
    private final Map<RaftPeerId, String> addresses = new HashMap<>();
    private final Map<RaftPeerId, String> members = new HashMap<>();

    private PeerProxies(List<PeerProxyMap<?>> all) {
        this.all = all;
    }

    private static Field entries() {
        try {
            Field entries = PeerProxyMap.class.getDeclaredField("peers");
            entries.setAccessible(true);
            return entries;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("This is not the Ratis that was built for", e);
        }
    }

    static PeerProxies of(RaftServer server, RaftClientRpc client) {
        if (server.getServerRpc() instanceof RaftServerRpcWithProxy<?, ?> serving
                && client instanceof RaftClientRpcWithProxy<?> asking) {
            return new PeerProxies(List.of(serving.getProxies(), asking.getProxies()));
        }
        throw new IllegalStateException("peers speak by gRPC");
    }

    /**
     * Looks from time to time where the members are now. A member that replaced another may be
     * anywhere, and nothing says so if the log was taken over with a snapshot.
     */
    void watch(Clock clock, RaftServer.Division division, BooleanSupplier over) {
        if (!over.getAsBoolean()) {
            follow(Members.others(division));
            clock.wakeAt(clock.monotonicNanos() + LOOK_NANOS, () -> watch(clock, division, over));
        }
    }

    /**
     * The group as it is now. Only what changed since the last look counts: whoever replaces a
     * member speaks with its successor before the group knows of it.
     */
    synchronized void follow(Collection<RaftPeer> peers) {
        for (RaftPeer peer : peers) {
            String address = String.valueOf(peer.getAddress());
            if (!address.equals(members.put(peer.getId(), address))) {
                point(List.of(peer));
            }
        }
    }

    /** From now on these peers are at the addresses that are named here. */
    synchronized void point(Collection<RaftPeer> peers) {
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
                LOG.info("{} is at {} now, and was at {}", peer.getId(), address, before);
            }
        }
    }

    private static void forget(PeerProxyMap<?> proxies, RaftPeerId peer) {
        try {
            // Whoever still sends there hears that it is closed, and looks for the peer anew.
            proxies.handleException(peer, new IOException("it moved"), true);
            ((Map<?, ?>) ENTRIES.get(proxies)).remove(peer);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
