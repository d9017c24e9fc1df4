package io.holdfast.sim.cluster.raft;

/**
 * The times of the consensus model, all of them by the member's own clock.
 *
 * @param preVote whether a member asks, before it begins a new term, whether it could win
 * @param stepDownNanos a leader that hears of no majority for this long steps down
 * @param applyNanosMax how long after its commit an entry is applied at most
 * @param keptEntries the entries that stay in the log before a snapshot
 */
public record RaftOptions(
        long electionNanosMin,
        long electionNanosMax,
        long heartbeatNanos,
        boolean preVote,
        long stepDownNanos,
        long applyNanosMax,
        int keptEntries) {}
