package io.holdfast.log.ratis;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collection;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotReplyProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteReplyProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionReplyProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.rpc.RpcType;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerRpc;
import org.apache.ratis.server.ServerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The transport of a single member, which opens no port. Ratis creates it from its class name, so
 * it is its own type, factory and service.
 */
public final class NoTransport implements RpcType, ServerFactory, RaftServerRpc {

    /** Selects this transport. */
    public static void use(RaftProperties settings) {
        settings.set(RaftConfigKeys.Rpc.TYPE_KEY, NoTransport.class.getName());
    }

    @Override
    public String name() {
        return NoTransport.class.getName();
    }

    @Override
    public NoTransport newFactory(@Nullable Parameters parameters) {
        return this;
    }

    @Override
    public RpcType getRpcType() {
        return this;
    }

    @Override
    public RaftServerRpc newRaftServerRpc(RaftServer server) {
        return this;
    }

    @Override
    public void start() {}

    /** Only logged by Ratis as this member's address; never connected to. */
    @Override
    public InetSocketAddress getInetSocketAddress() {
        return InetSocketAddress.createUnresolved("localhost", 0);
    }

    /** Ignored: Ratis passes only this member itself. */
    @Override
    public void addRaftPeers(Collection<RaftPeer> peers) {}

    @Override
    public void handleException(RaftPeerId peer, Exception e, boolean reconnect) {}

    @Override
    public RequestVoteReplyProto requestVote(RequestVoteRequestProto request) throws IOException {
        throw noPeers();
    }

    @Override
    public AppendEntriesReplyProto appendEntries(AppendEntriesRequestProto request)
            throws IOException {
        throw noPeers();
    }

    @Override
    public InstallSnapshotReplyProto installSnapshot(InstallSnapshotRequestProto request)
            throws IOException {
        throw noPeers();
    }

    @Override
    public StartLeaderElectionReplyProto startLeaderElection(
            StartLeaderElectionRequestProto request) throws IOException {
        throw noPeers();
    }

    private static IOException noPeers() {
        return new IOException("A single member has no peers");
    }

    @Override
    public void close() {}
}
