package io.holdfast.log.raft;

import io.holdfast.log.ratis.Appenders;
import io.holdfast.log.ratis.LocalRequests;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/** Consensus by Apache Ratis. */
final class RatisConsensus implements Consensus {

    private final Supplier<RaftServer.@Nullable Division> division;
    private final Appenders appenders;
    private final ClientId client = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();
    private volatile @Nullable RaftClientRpc rpc;

    RatisConsensus(Supplier<RaftServer.@Nullable Division> division, Appenders appenders) {
        this.division = division;
        this.appenders = appenders;
    }

    /** Sets the connections to the other members. */
    void askBy(RaftClientRpc connections) {
        rpc = connections;
    }

    @Override
    public @Nullable String leader() {
        RaftServer.Division mine = division.get();
        RaftPeerId leader = mine == null ? null : mine.getInfo().getLeaderId();
        return leader == null ? null : leader.toString();
    }

    @Override
    public boolean leads() {
        RaftServer.Division mine = division.get();
        return mine != null && mine.getInfo().isLeaderReady();
    }

    @Override
    public long term() {
        RaftServer.Division mine = division.get();
        return mine == null ? 0 : mine.getInfo().getCurrentTerm();
    }

    @Override
    public long committedIndex() {
        RaftServer.Division mine = division.get();
        return mine == null ? -1 : mine.getRaftLog().getLastCommittedIndex();
    }

    @Override
    public CompletableFuture<Void> confirm() {
        RaftServer.Division mine = division.get();
        return mine == null ? notOpen() : appenders.confirm(mine);
    }

    @Override
    public CompletableFuture<Void> append(Message entry) {
        RaftServer.Division mine = division.get();
        if (mine == null) {
            return notOpen();
        }
        RaftClientRequest request =
                request(mine, mine.getId(), entry, RaftClientRequest.writeRequestType());
        return LocalRequests.submit(mine, request)
                .thenApply(RatisConsensus::message)
                .thenAccept(reply -> {});
    }

    /** Sends a request that Ratis does not log: the leader combines and appends batches itself. */
    @Override
    public CompletableFuture<Message> ask(Message message) {
        return send(message).thenApply(RatisConsensus::message);
    }

    private CompletableFuture<RaftClientReply> send(Message message) {
        RaftServer.Division mine = division.get();
        RaftClientRpc connections = rpc;
        if (mine == null || connections == null) {
            return notOpen();
        }
        RaftPeerId leader = mine.getInfo().getLeaderId();
        RaftPeer peer = leader == null ? null : mine.getRaftConf().getPeer(leader);
        if (leader == null || peer == null) {
            return CompletableFuture.failedFuture(new IOException("there is no leader"));
        }
        RaftClientRequest request =
                request(mine, leader, message, RaftClientRequest.readRequestType());
        if (leader.equals(mine.getId())) {
            return LocalRequests.submit(mine, request);
        }
        try {
            connections.addRaftPeers(List.of(peer));
            return connections.sendRequestAsyncUnordered(request).whenComplete((reply, problem) -> {
                if (problem != null) {
                    connections.handleException(leader, problem, true);
                }
            });
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static <T> CompletableFuture<T> notOpen() {
        return CompletableFuture.failedFuture(new IOException("the log is not open"));
    }

    private static Message message(RaftClientReply reply) {
        if (!reply.isSuccess()) {
            throw new CompletionException(
                    String.valueOf(reply.getException()), reply.getException());
        }
        return reply.getMessage();
    }

    private RaftClientRequest request(
            RaftServer.Division mine, RaftPeerId to, Message message, RaftClientRequest.Type type) {
        return RaftClientRequest.newBuilder()
                .setClientId(client)
                .setServerId(to)
                .setGroupId(mine.getGroup().getGroupId())
                .setCallId(calls.incrementAndGet())
                .setMessage(message)
                .setType(type)
                .build();
    }
}
