package io.holdfast.core.command;

/**
 * The formats of the log and of snapshots. One replicated number, the format level, says which of
 * them is written; every format up to the newest is read.
 */
public final class Format {

    /** Had no numbers of batches, and neither quotas nor sessions of tenants. Only read. */
    public static final int FIRST = 1;

    /** The oldest format that is still written: until every member reads a newer one. */
    public static final int OLDEST = 2;

    /**
     * Knows {@link NodeCommand.RaiseFormat}, deliveries of grants, sessions that end and keep their
     * grants, and budgets of memory. Not released yet, so that its bytes may change.
     */
    public static final int THIRD = 3;

    public static final int NEWEST = THIRD;

    private Format() {}
}
