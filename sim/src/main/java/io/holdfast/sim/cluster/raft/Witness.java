package io.holdfast.sim.cluster.raft;

/** Sees each entry that any member knows to be committed, and each leader. */
public interface Witness {

    /** Sees nothing. */
    Witness NONE = new Witness() {
        @Override
        public void committed(RaftEntry entry) {}

        @Override
        public void leads(String member, long term) {}
    };

    /** Reports a committed entry; several members report the same one. */
    void committed(RaftEntry entry);

    void leads(String member, long term);
}
