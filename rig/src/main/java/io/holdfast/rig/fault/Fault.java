package io.holdfast.rig.fault;

import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One fault, injected once into some members. */
public interface Fault {

    /** Returns the names of the affected members. */
    Set<String> touched();

    /** Returns those of the affected members that lose the majority while they run. */
    default Set<String> minority() {
        return Set.of();
    }

    /** Returns whether a member may exit because of this fault. */
    default boolean mayEndNodes() {
        return false;
    }

    /** Returns whether the members' processes cannot take another such fault at the same time. */
    default boolean takesProcesses() {
        return true;
    }

    /** Returns whether other faults must be healed before this one. */
    default boolean needsMajorityToHeal() {
        return false;
    }

    void inject() throws IOException;

    /**
     * Returns why the fault may not have occurred, or null if it was observed. Called before
     * healing.
     */
    @Nullable
    String doubt() throws IOException;

    /** Undoes the fault. A member that exited by itself is restarted elsewhere. */
    void heal() throws IOException;
}
