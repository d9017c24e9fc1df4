package io.holdfast.log.raft;

/** The advice to an operator about an unusable data directory. */
final class RecoveryAdvice {

    /** Appended to a sentence; begins with its full stop. */
    static final String DAMAGED = ". In a cluster, replace this member: holdfast cluster replace."
            + " Restore a single server from a backup: holdfast restore";

    private RecoveryAdvice() {}
}
