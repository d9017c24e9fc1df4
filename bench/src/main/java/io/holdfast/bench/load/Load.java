package io.holdfast.bench.load;

/** The requests between the opening and the closing. Called by the run's thread only. */
sealed interface Load permits ClosedLoop, Handover {

    /** Called when every connection has completed its opening. */
    void begin(Run run);

    /** Called with the reply to the wire's last request; {@code good} if it is the expected one. */
    void replied(Run run, int wire, boolean good);

    /** Called when the wire is closed. */
    void lost(Run run, int wire);

    /** Called after a while without replies, so that the end of the window is noticed. */
    void idle(Run run);

    /** Returns how long after {@link #begin} everything must have been answered. */
    long nanosMax();
}
