package io.holdfast.log.raft;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.server.RaftServer;

/** What Ratis knows of the nodes of a group. */
final class Members {

    /** Longer than a leader is ever silent. */
    private static final long HEARD_MILLIS = 2_000;

    private Members() {}

    static Set<String> names(RaftServer.Division division) {
        Set<String> names = new TreeSet<>();
        division.getRaftConf()
                .getAllPeers()
                .forEach(peer -> names.add(peer.getId().toString()));
        return names;
    }

    /** Whether this node leads, or follows a leader that it has just heard of. */
    static boolean inTouch(RaftServer.Division division) {
        RoleInfoProto role = division.getInfo().getRoleInfoProto();
        if (role.hasFollowerInfo()) {
            return division.getInfo().getLeaderId() != null
                    && role.getFollowerInfo().getLeaderInfo().getLastRpcElapsedTimeMs()
                            < HEARD_MILLIS;
        }
        return role.hasLeaderInfo();
    }

    /** Those of whom this node, which leads, has heard nothing for so long. */
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
