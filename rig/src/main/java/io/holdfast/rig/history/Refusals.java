package io.holdfast.rig.history;

/** Refusals that checks recognize. */
public final class Refusals {

    /** The place in the queue has not been granted yet and stays as it is. */
    public static final String STILL_WAITING = "still waiting";

    /** The place in the queue does not exist, although it cannot have expired. */
    public static final String NOT_QUEUED = "not queued";

    private Refusals() {}
}
