package io.holdfast.log.raft;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftServer;

/** Asks members concurrently, each on its own thread, for the newest format that they read. */
final class FormatQuestion {

    private final Parameters parameters;

    /** @param parameters contain the TLS settings for peers */
    FormatQuestion(Parameters parameters) {
        this.parameters = parameters;
    }

    /** Asks all members, as the leader; returns each format by the member's name. */
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
                        new IOException("the leader or the membership has changed"));
            }
            Map<String, Integer> formats = new TreeMap<>();
            answers.forEach((name, format) -> formats.put(name, format.join()));
            return CompletableFuture.completedFuture(formats);
        });
    }

    /** Asks one current or future member. */
    CompletableFuture<Integer> ask(RaftPeer peer) {
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("holdfast-formats").start(() -> {
            try {
                answer.complete(FormatService.ask(parameters, peer.getAddress()));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }
}
