package io.holdfast.log.storage;

/** The advice to an operator about an unusable data directory. */
public final class RecoveryAdvice {

    /** Appended to a sentence; begins with its full stop. */
    public static final String DAMAGED =
            ". In a cluster, replace this member: holdfast cluster replace."
                    + " Restore a single server from a backup: holdfast restore";

    private RecoveryAdvice() {}
}
