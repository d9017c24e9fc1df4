package io.holdfast.bench.load;

/** What is said between the opening and the closing. Called by the run's thread only. */
sealed interface Load permits ClosedLoop, Handover {

    /** Every connection has said its opening; the load may begin. */
    void begin(Run run);

    /**
     * The reply to the wire's last request came; {@code good} when it is the one that must come.
     */
    void replied(Run run, int wire, boolean good);

    /** The wire is closed and will say nothing more. */
    void lost(Run run, int wire);

    /** Nothing came for a while: the place to notice that the time is over. */
    void idle(Run run);

    /** How long after {@link #begin} everything must have been answered. */
    long nanosMax();
}
