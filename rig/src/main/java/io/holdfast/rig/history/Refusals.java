package io.holdfast.rig.history;

/** Refusals that checks know by name. */
public final class Refusals {

    /** Asked for its turn, and a place in the line stays what it was. */
    public static final String STILL_WAITING = "still waiting";

    private Refusals() {}
}
