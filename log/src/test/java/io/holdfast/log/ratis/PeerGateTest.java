package io.holdfast.log.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteReplyProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.grpc.RaftServerProtocolServiceGrpc;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannel;
import org.apache.ratis.thirdparty.io.grpc.Server;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyServerBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.StreamObserver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PeerGateTest {

    private final Server server = NettyServerBuilder.forAddress(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(new Voter())
            .intercept(new PeerGate("n1"))
            .build();

    /** Grants every vote that passes the gate. */
    private static final class Voter
            extends RaftServerProtocolServiceGrpc.RaftServerProtocolServiceImplBase {
        @Override
        public void requestVote(
                RequestVoteRequestProto request, StreamObserver<RequestVoteReplyProto> observer) {
            observer.onNext(RequestVoteReplyProto.newBuilder().setTerm(7).build());
            observer.onCompleted();
        }
    }

    @BeforeEach
    void start() throws IOException {
        server.start();
    }

    @AfterEach
    void stop() {
        server.shutdownNow();
    }

    private RequestVoteReplyProto vote(String asked) {
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort())
                .usePlaintext()
                .build();
        try {
            return RaftServerProtocolServiceGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(60, TimeUnit.SECONDS)
                    .requestVote(RequestVoteRequestProto.newBuilder()
                            .setServerRequest(RaftRpcRequestProto.newBuilder()
                                    .setRequestorId(ByteString.copyFromUtf8("n2"))
                                    .setReplyId(ByteString.copyFromUtf8(asked)))
                            .build());
        } finally {
            channel.shutdownNow();
        }
    }

    @Test
    void memberVotesUnderItsOwnNameOnly() {
        assertThat(vote("n1").getTerm()).isEqualTo(7);
        assertThatThrownBy(() -> vote("n3"))
                .satisfies(problem -> assertThat(Status.fromThrowable(problem).getCode())
                        .isEqualTo(Status.Code.FAILED_PRECONDITION))
                .hasMessageContaining("this member is n1, not n3");
    }
}
