package io.holdfast.core.value;

/**
 * The formats of the log and of snapshots. One replicated number, the format level, determines
 * which format is written. Every format up to the newest can be read.
 */
public final class Format {

    /** Lacks batch numbers, quotas and sessions of tenants. Only read. */
    public static final int FIRST = 1;

    /** The oldest format that is still written, until every member reads a newer one. */
    public static final int OLDEST = 2;

    /**
     * Adds {@link MemberCommand.RaiseFormat}, grant deliveries, sessions that end and keep their
     * grants, and memory budgets.
     */
    public static final int THIRD = 3;

    /**
     * Adds the history of grants, estimates of waits, and the removal of waiters by an operator.
     */
    public static final int FOURTH = 4;

    /**
     * Adds limits of what one session and one entity have, and claims that are refused instead of
     * queued. Not released yet, so it may change.
     */
    public static final int FIFTH = 5;

    public static final int NEWEST = FIFTH;

    private Format() {}
}
