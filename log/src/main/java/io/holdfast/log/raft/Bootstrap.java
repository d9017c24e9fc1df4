package io.holdfast.log.raft;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupListReply;
import org.apache.ratis.protocol.GroupListRequest;
import org.apache.ratis.protocol.GroupManagementRequest;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.AlreadyExistsException;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a new cluster out of nodes that all have empty directories. Only one of them does it, and
 * only where every other one has said that it belongs to none: so a node whose directory was lost
 * never votes with what it has forgotten.
 */
final class Bootstrap {

    private static final Logger LOG = LoggerFactory.getLogger(Bootstrap.class);

    private final ClusterOptions options;
    private final DataDirectory directory;
    private final RaftServer server;
    private final RaftClientRpc rpc;
    private final StartupWait waiting;
    private final PeerWatch watch;
    private final ClientId client = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();

    Bootstrap(
            ClusterOptions options,
            DataDirectory directory,
            RaftServer server,
            RaftClientRpc rpc,
            StartupWait waiting,
            PeerWatch watch) {
        this.options = options;
        this.directory = directory;
        this.server = server;
        this.rpc = rpc;
        this.waiting = waiting;
        this.watch = watch;
        rpc.addRaftPeers(peers());
    }

    /** The members as Ratis knows them. */
    List<RaftPeer> peers() {
        List<RaftPeer> peers = new ArrayList<>();
        for (Map.Entry<String, PeerAddress> peer : options.peers().entrySet()) {
            peers.add(peer(peer.getKey(), peer.getValue()));
        }
        return peers;
    }

    static RaftPeer peer(String name, PeerAddress address) {
        return RaftPeer.newBuilder().setId(name).setAddress(address.toString()).build();
    }

    /** Founds the cluster, or goes on with what an earlier start began. */
    void found() throws IOException {
        UUID begun = directory.founding();
        for (RaftPeer peer : peers()) {
            if (!peer.getId().equals(server.getId())) {
                checkFree(peer, begun);
            }
        }
        UUID cluster = begun == null ? Identity.mint(options.node()).cluster() : begun;
        // On disk before anybody hears of it, so that a crash in the middle founds no second one.
        directory.founding(cluster);
        RaftGroup group = RaftGroup.valueOf(RaftGroupId.valueOf(cluster), peers());
        for (RaftPeer peer : peers()) {
            if (!peer.getId().equals(server.getId())) {
                waiting.until(() -> addTo(peer, group), () -> peer.getId() + " to take part");
            }
        }
        addHere(group);
        directory.founded();
        LOG.info("founded the cluster {} of {}", cluster, options.peers().keySet());
    }

    private void checkFree(RaftPeer peer, @Nullable UUID begun) throws IOException {
        List<RaftGroupId> groups = new ArrayList<>();
        waiting.until(
                () -> {
                    PeerAddress address = PeerAddress.parse(peer.getAddress());
                    if (!watch.reaches(peer.getId().toString(), address)) {
                        return false;
                    }
                    groups.clear();
                    groups.addAll(groupsOf(peer.getId()));
                    return true;
                },
                () -> peer.getId() + " at " + peer.getAddress() + " to found a cluster with it");
        for (RaftGroupId group : groups) {
            if (!group.getUuid().equals(begun)) {
                throw new IOException(peer.getId() + " belongs to the cluster " + group.getUuid()
                        + " already, and the directory of this node is empty. If "
                        + options.node() + " was part of it and lost its directory, start it with"
                        + " --join and run: holdfast cluster replace " + options.node());
            }
        }
    }

    private List<RaftGroupId> groupsOf(RaftPeerId peer) throws IOException {
        // Ratis wants the id of a group in every request, also where all are asked for.
        RaftGroupId any = RaftGroupId.valueOf(new UUID(0, 1));
        RaftClientReply reply =
                ask(new GroupListRequest(client, peer, any, calls.incrementAndGet()));
        if (reply instanceof GroupListReply list) {
            return list.getGroupIds();
        }
        throw new IOException(peer + " did not say which clusters it belongs to");
    }

    private boolean addTo(RaftPeer peer, RaftGroup group) throws IOException {
        try {
            return added(ask(GroupManagementRequest.newAdd(
                    client, peer.getId(), calls.incrementAndGet(), group)));
        } catch (AlreadyExistsException e) {
            // It took part at an earlier asking, whose answer was lost.
            return true;
        }
    }

    /** A connection that failed is made anew the next time, and not after ever longer pauses. */
    private RaftClientReply ask(RaftClientRequest request) throws IOException {
        try {
            return rpc.sendRequest(request);
        } catch (IOException | RuntimeException e) {
            rpc.handleException(request.getServerId(), e, true);
            throw e;
        }
    }

    private void addHere(RaftGroup group) throws IOException {
        if (!added(server.groupManagement(GroupManagementRequest.newAdd(
                client, server.getId(), calls.incrementAndGet(), group)))) {
            throw new IOException("this node could not take part in the cluster that it founded");
        }
    }

    private static boolean added(RaftClientReply reply) throws IOException {
        Exception problem = reply.getException();
        if (reply.isSuccess() || problem instanceof AlreadyExistsException) {
            return true;
        }
        throw new IOException("the cluster was refused: " + problem, problem);
    }
}
