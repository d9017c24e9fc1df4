package io.holdfast.log.raft;

import io.holdfast.log.Standing;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupInfoReply;
import org.apache.ratis.protocol.GroupInfoRequest;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What Ratis knows about the members of a group. */
final class Members {

    private static final Logger LOG = LoggerFactory.getLogger(Members.class);

    /** Longer than a working leader is ever silent. */
    private static final long HEARD_MILLIS = 2_000;

    private Members() {}

    static Set<String> names(RaftServer.Division division) {
        Set<String> names = new TreeSet<>();
        division.getRaftConf()
                .getAllPeers()
                .forEach(peer -> names.add(peer.getId().toString()));
        return names;
    }

    static List<RaftPeer> others(RaftServer.Division division) {
        return division.getRaftConf().getAllPeers().stream()
                .filter(peer -> !peer.getId().equals(division.getId()))
                .toList();
    }

    /** Returns the peer addresses of the other members; unknown ones are left out. */
    static Map<String, PeerAddress> addresses(RaftServer.Division division) {
        Map<String, PeerAddress> addresses = new TreeMap<>();
        for (RaftPeer peer : others(division)) {
            String address = peer.getAddress();
            if (address != null && !address.isEmpty()) {
                addresses.put(peer.getId().toString(), PeerAddress.parse(address));
            }
        }
        return addresses;
    }

    /** Returns whether this member leads or has recently heard from the leader that it follows. */
    static boolean inTouch(RaftServer.Division division) {
        RoleInfoProto role = division.getInfo().getRoleInfoProto();
        if (role.hasFollowerInfo()) {
            return division.getInfo().getLeaderId() != null
                    && role.getFollowerInfo().getLeaderInfo().getLastRpcElapsedTimeMs()
                            < HEARD_MILLIS;
        }
        return role.hasLeaderInfo();
    }

    /** Returns what a member knows of its group. */
    static Standing standing(RaftServer.Division division, String problem) {
        RaftPeerId leader = division.getInfo().getLeaderId();
        return new Standing(
                leader == null ? "" : leader.toString(),
                division.getInfo().getCurrentTerm(),
                division.getRaftLog().getLastCommittedIndex(),
                division.getInfo().getLastAppliedIndex(),
                problem);
    }

    /** Returns whether another member reports that this one is not a member. */
    static boolean othersKnowItNot(RaftServer.Division division, RaftClientRpc rpc) {
        ClientId client = ClientId.randomId();
        RaftGroupId group = division.getMemberId().getGroupId();
        RaftPeer self = division.getRaftConf().getPeer(division.getId());
        long call = 0;
        for (RaftPeer peer : others(division)) {
            call++;
            rpc.addRaftPeers(List.of(peer));
            try {
                RaftClientReply reply =
                        rpc.sendRequest(new GroupInfoRequest(client, peer.getId(), group, call));
                if (reply instanceof GroupInfoReply info
                        && !same(info.getGroup().getPeer(division.getId()), self)) {
                    return true;
                }
            } catch (IOException e) {
                LOG.info("{} does not report its members: {}", peer.getId(), e.getMessage());
            }
        }
        return false;
    }

    /** A member with the same name at another address has replaced this one. */
    private static boolean same(@Nullable RaftPeer known, @Nullable RaftPeer self) {
        if (known == null || self == null) {
            return false;
        }
        String address = self.getAddress();
        return address == null || address.isEmpty() || address.equals(known.getAddress());
    }

    /** Returns the members that this leader has not heard from for the given time. */
    static Set<String> unheardFor(RaftServer.Division division, long nanos) {
        Set<String> names = new TreeSet<>();
        RoleInfoProto role = division.getInfo().getRoleInfoProto();
        if (role.hasLeaderInfo()) {
            for (ServerRpcProto follower : role.getLeaderInfo().getFollowerInfoList()) {
                if (TimeUnit.MILLISECONDS.toNanos(follower.getLastRpcElapsedTimeMs()) > nanos) {
                    names.add(follower.getId().getId().toStringUtf8());
                }
            }
        }
        return names;
    }
}
