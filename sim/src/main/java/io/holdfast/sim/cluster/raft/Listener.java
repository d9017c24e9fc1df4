package io.holdfast.sim.cluster.raft;

/** Is told what consensus decides, in the order of the log. */
public interface Listener {

    /** Applies a committed entry. */
    void committed(RaftEntry entry);

    /** Replaces the state with a snapshot. */
    void restored(StoredSnapshot snapshot);

    /** This member leads and has applied all entries of earlier terms. */
    void leads(long term);

    void leadsNoMore();

    void leaderChanged();

    /** The files cannot be written any more. */
    void failed(Exception cause);

    /** The cluster removed this member. */
    void removed();
}
