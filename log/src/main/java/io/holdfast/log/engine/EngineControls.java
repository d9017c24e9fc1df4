package io.holdfast.log.engine;

import io.holdfast.core.Machine;

/** What a member of either kind asks of its engine, in the lane. */
interface EngineControls {

    EngineState state();

    /** Returns whether this member's first commands were applied. */
    boolean hasBegun();

    /** Returns the machine, which a snapshot replaces. */
    Machine machine();

    /** Answers all calls as unknown or not sent and begins a new incarnation. */
    void rejoin();

    /** Gives up the calls in flight after the timeout. Queued calls continue. */
    void giveUp();

    /** Returns the calls that this member has accepted, among them its own commands. */
    Calls calls();
}
