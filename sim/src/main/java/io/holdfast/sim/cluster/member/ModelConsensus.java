package io.holdfast.sim.cluster.member;

import io.holdfast.log.raft.Consensus;
import io.holdfast.log.raft.LeaderProtocol;
import io.holdfast.sim.cluster.raft.RaftNode;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.protocol.Message;
import org.jspecify.annotations.Nullable;

/** The model of Raft, as the real protocol between member and leader uses consensus. */
final class ModelConsensus implements Consensus {

    private static final long ASK_NANOS_MAX = 2_000_000_000L;

    private final SimLog log;
    private final RaftNode.Place place;
    private final RaftNode node;
    private final SimLog.Neighbours neighbours;

    ModelConsensus(SimLog log, RaftNode.Place place, RaftNode node, SimLog.Neighbours neighbours) {
        this.log = log;
        this.place = place;
        this.node = node;
        this.neighbours = neighbours;
    }

    @Override
    public @Nullable String leader() {
        return node.leader();
    }

    @Override
    public boolean leads() {
        return node.leadsReady();
    }

    @Override
    public long term() {
        return node.term();
    }

    @Override
    public long committedIndex() {
        return node.committed();
    }

    @Override
    public CompletableFuture<Void> confirm() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        node.confirm(leads -> finish(done, leads));
        return done;
    }

    @Override
    public CompletableFuture<Void> append(Message entry) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        try {
            Message stamped = log.protocol().stamped(entry);
            if (node.append(LeaderProtocol.batches(stamped), kept -> finish(done, kept)) == null) {
                finish(done, false);
            }
        } catch (IOException e) {
            done.completeExceptionally(e);
        }
        return done;
    }

    private static void finish(CompletableFuture<Void> done, boolean success) {
        if (success) {
            done.complete(null);
        } else {
            done.completeExceptionally(new IOException("this member no longer leads"));
        }
    }

    @Override
    public CompletableFuture<Message> ask(Message message) {
        String leader = node.leader();
        if (leader == null) {
            return CompletableFuture.failedFuture(new IOException("there is no leader"));
        }
        if (leader.equals(place.name())) {
            return log.protocol().answer(message, log.codec());
        }
        CompletableFuture<Message> answer = new CompletableFuture<>();
        place.network().send(place.name(), leader, () -> {
            SimLog there = neighbours.log(leader);
            if (there != null && there.place().cluster().equals(place.cluster())) {
                there.place().process().run(() -> answer(there, message, answer));
            }
        });
        return place.clock().within(answer, ASK_NANOS_MAX);
    }

    /** Lets the other member's process answer, and carries the answer back. */
    private void answer(SimLog there, Message message, CompletableFuture<Message> answer) {
        if (!there.answers()) {
            return;
        }
        there.protocol()
                .answer(message, there.codec())
                .whenComplete((reply, problem) -> place.network()
                        .send(
                                there.place().name(),
                                place.name(),
                                () -> place.process().run(() -> {
                                    if (problem == null) {
                                        answer.complete(reply);
                                    } else {
                                        answer.completeExceptionally(problem);
                                    }
                                })));
    }
}
