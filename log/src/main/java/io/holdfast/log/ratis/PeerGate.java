package io.holdfast.log.ratis;

import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.ReadIndexRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.thirdparty.io.grpc.ForwardingServerCallListener;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerInterceptor;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Rejects votes and entries that are meant for another member. Ratis compares only the group and
 * not the name, so a member at another's address would vote and acknowledge in its place: one
 * directory would count twice.
 */
public final class PeerGate implements ServerInterceptor {

    private final String node;

    public PeerGate(String node) {
        this.node = node;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        return new ForwardingServerCallListener.SimpleForwardingServerCallListener<>(
                next.startCall(call, headers)) {
            private boolean refused;

            @Override
            public void onMessage(Q message) {
                RaftRpcRequestProto request = request(message);
                String to = request == null ? "" : request.getReplyId().toStringUtf8();
                if (refused) {
                    return;
                }
                if (to.isEmpty() || to.equals(node)) {
                    super.onMessage(message);
                } else {
                    refused = true;
                    call.close(
                            Status.FAILED_PRECONDITION.withDescription(
                                    "this member is " + node + ", not " + to),
                            new Metadata());
                }
            }

            @Override
            public void onHalfClose() {
                if (!refused) {
                    super.onHalfClose();
                }
            }
        };
    }

    static @Nullable RaftRpcRequestProto request(Object message) {
        if (message instanceof AppendEntriesRequestProto append) {
            return append.getServerRequest();
        }
        if (message instanceof RequestVoteRequestProto vote) {
            return vote.getServerRequest();
        }
        if (message instanceof InstallSnapshotRequestProto install) {
            return install.getServerRequest();
        }
        if (message instanceof StartLeaderElectionRequestProto election) {
            return election.getServerRequest();
        }
        return message instanceof ReadIndexRequestProto read ? read.getServerRequest() : null;
    }
}
