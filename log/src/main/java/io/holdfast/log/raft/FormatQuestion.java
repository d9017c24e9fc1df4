package io.holdfast.log.raft;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks members up to which format they read. A release from before this question takes it for an
 * entry of the log, finds it too short and answers with an error: it reads no newer format.
 */
final class FormatQuestion {

    static final int UNKNOWN = 0;

    private static final Logger LOG = LoggerFactory.getLogger(FormatQuestion.class);

    /** Shorter than any entry of the log, and not empty: an empty message asks for a read point. */
    private static final ByteString QUESTION = ByteString.copyFromUtf8("format");

    /** Any member answers, however little of the log it has. */
    private static final long ANY_INDEX = -1;

    private final RaftClientRpc rpc;
    private final RaftGroupId group;
    private final ClientId client = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();

    FormatQuestion(RaftClientRpc rpc, RaftGroupId group) {
        this.rpc = rpc;
        this.group = group;
    }

    static boolean isAsked(ByteString content) {
        return QUESTION.equals(content);
    }

    static Message answer(int formatMax) {
        return Message.valueOf(ByteString.copyFrom(
                ByteBuffer.allocate(Integer.BYTES).putInt(formatMax).flip()));
    }

    /** Asks all members, of which this one leads; each format by the member's name. */
    CompletableFuture<Map<String, Integer>> ask(RaftServer.Division division, int own) {
        long term = division.getInfo().getCurrentTerm();
        Map<String, CompletableFuture<Integer>> answers = new TreeMap<>();
        answers.put(division.getId().toString(), CompletableFuture.completedFuture(own));
        for (RaftPeer peer : Members.others(division)) {
            answers.put(peer.getId().toString(), ask(peer));
        }
        CompletableFuture<?>[] all = answers.values().toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(all).thenCompose(nothing -> {
            if (!division.getInfo().isLeader()
                    || division.getInfo().getCurrentTerm() != term
                    || !Members.names(division).equals(answers.keySet())) {
                return CompletableFuture.failedFuture(
                        new IOException("the leader or the members have changed"));
            }
            Map<String, Integer> formats = new TreeMap<>();
            answers.forEach((name, format) -> formats.put(name, format.join()));
            return CompletableFuture.completedFuture(formats);
        });
    }

    /** Asks one member, or one that is about to become a member; {@link #UNKNOWN} if it is away. */
    CompletableFuture<Integer> ask(RaftPeer peer) {
        RaftClientRequest request = RaftClientRequest.newBuilder()
                .setClientId(client)
                .setServerId(peer.getId())
                .setGroupId(group)
                .setCallId(calls.incrementAndGet())
                .setMessage(Message.valueOf(QUESTION))
                .setType(RaftClientRequest.staleReadRequestType(ANY_INDEX))
                .build();
        try {
            rpc.addRaftPeers(List.of(peer));
            return rpc.sendRequestAsyncUnordered(request)
                    .handle((reply, problem) -> format(peer, reply, problem));
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(format(peer, null, e));
        }
    }

    private int format(
            RaftPeer peer, @Nullable RaftClientReply reply, @Nullable Throwable problem) {
        if (reply != null && reply.isSuccess()) {
            ByteString content = reply.getMessage().getContent();
            return content.size() == Integer.BYTES
                    ? content.asReadOnlyByteBuffer().getInt()
                    : UNKNOWN;
        }
        LOG.debug("{} does not say which formats it reads", peer.getId(), problem);
        if (problem != null) {
            rpc.handleException(peer.getId(), problem, false);
        }
        return UNKNOWN;
    }
}
