package io.holdfast.log.raft;

import io.holdfast.log.directory.DataDirectory;
import io.holdfast.log.directory.Identity;
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
 * Bootstraps a new cluster from members with empty directories. Only one member does it, and only
 * if every other one has reported that it belongs to no cluster, so a member that lost its
 * directory never votes after forgetting its earlier votes.
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

    /** Returns the members as Ratis peers. */
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

    /** Bootstraps the cluster, or continues an earlier attempt. */
    void found() throws IOException {
        UUID begun = directory.founding();
        for (RaftPeer peer : peers()) {
            if (!peer.getId().equals(server.getId())) {
                checkFree(peer, begun);
            }
        }
        UUID cluster = begun == null ? Identity.mint(options.node()).cluster() : begun;
        // On disk before any member receives it, so that a crash in between creates no second
        // cluster.
        directory.founding(cluster);
        RaftGroup group = RaftGroup.valueOf(RaftGroupId.valueOf(cluster), peers());
        for (RaftPeer peer : peers()) {
            if (!peer.getId().equals(server.getId())) {
                waiting.until(() -> addTo(peer, group), () -> peer.getId() + " to join");
            }
        }
        addHere(group);
        directory.founded();
        LOG.info("cluster created: id={} members={}", cluster, options.peers().keySet());
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
                () -> peer.getId() + " at " + peer.getAddress() + " to create a cluster with it");
        for (RaftGroupId group : groups) {
            if (!group.getUuid().equals(begun)) {
                throw new IOException(peer.getId() + " belongs to cluster " + group.getUuid()
                        + " already, and the directory of this member is empty. If "
                        + options.node() + " was a member and lost its directory, start it with"
                        + " --join and run: holdfast cluster replace " + options.node());
            }
        }
    }

    private List<RaftGroupId> groupsOf(RaftPeerId peer) throws IOException {
        // Ratis requires a group id in every request, even in one that lists all groups.
        RaftGroupId any = RaftGroupId.valueOf(new UUID(0, 1));
        RaftClientReply reply =
                ask(new GroupListRequest(client, peer, any, calls.incrementAndGet()));
        if (reply instanceof GroupListReply list) {
            return list.getGroupIds();
        }
        throw new IOException(peer + " did not report its clusters");
    }

    private boolean addTo(RaftPeer peer, RaftGroup group) throws IOException {
        try {
            return added(ask(GroupManagementRequest.newAdd(
                    client, peer.getId(), calls.incrementAndGet(), group)));
        } catch (AlreadyExistsException e) {
            // It joined at an earlier attempt, whose answer was lost.
            return true;
        }
    }

    /** Reconnects at the next request after a failure, without an increasing backoff. */
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
            throw new IOException("this member could not join the cluster that it created");
        }
    }

    private static boolean added(RaftClientReply reply) throws IOException {
        Exception problem = reply.getException();
        if (reply.isSuccess() || problem instanceof AlreadyExistsException) {
            return true;
        }
        throw new IOException("the new cluster was rejected: " + problem, problem);
    }
}
