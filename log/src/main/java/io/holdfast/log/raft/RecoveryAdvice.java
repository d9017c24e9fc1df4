package io.holdfast.log.raft;

/** What an operator does with a data directory that cannot be used any more. */
final class RecoveryAdvice {

    /** Follows a full stop that it begins with. */
    static final String DAMAGED = ". In a cluster, replace this member: holdfast cluster replace."
            + " A server that is alone is restored from a backup: holdfast restore";

    private RecoveryAdvice() {}
}
