package io.holdfast.rig.fault;

import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Something that goes wrong with some nodes, once. */
public interface Fault {

    /** The nodes that it happens to. */
    Set<String> touched();

    /** Those of them that lose the majority by it while they live. */
    default Set<String> minority() {
        return Set.of();
    }

    /** Whether a node may end itself because of it. */
    default boolean mayEndNodes() {
        return false;
    }

    /** Whether the nodes' processes cannot take another such fault meanwhile. */
    default boolean takesProcesses() {
        return true;
    }

    /** Whether other faults have to be healed before this one can be. */
    default boolean needsMajorityToHeal() {
        return false;
    }

    void inject() throws IOException;

    /** What speaks against its having happened; null where it was seen. Asked before healing. */
    @Nullable
    String doubt() throws IOException;

    /** Makes it good. A node that ended itself is left for others to start. */
    void heal() throws IOException;
}
