package io.holdfast.rig.group;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a group is set up.
 *
 * @param nodes how many
 * @param flags of every server
 * @param clocks which clocks of the nodes can be set
 * @param smallDisks whether each data directory is a small file system of its own
 * @param otherLauncher {@code ./holdfast} of another build, which the last node runs to begin with
 */
public record Layout(
        int nodes,
        List<String> flags,
        Clocks clocks,
        boolean smallDisks,
        @Nullable Path otherLauncher) {

    /** What a node sees when its clock is set. */
    public enum Clocks {
        /** Nobody sets it. */
        TRUE,
        /** The wall clock jumps, and the monotonic one goes on; it slows the node down. */
        WALL_JUMPS,
        /** Both jump: a server that counts its leases by the wall clock would behave so. */
        WALL_DECIDES
    }

    /** What makes servers fit for a rig: snapshots often, and no session that ends by silence. */
    private static final List<String> FLAGS = List.of(
            "--snapshot-entries",
            "500",
            "--http-session-idle-timeout",
            "0",
            "--nodes-claim-ttl",
            "3",
            "--shutdown-timeout",
            "2",
            "--demo");

    public Layout {
        flags = List.copyOf(flags);
    }

    public static Layout of(int nodes) {
        return new Layout(nodes, FLAGS, Clocks.TRUE, false, null);
    }

    public Layout with(Clocks other) {
        return new Layout(nodes, flags, other, smallDisks, otherLauncher);
    }

    public Layout withSmallDisks() {
        return new Layout(nodes, flags, clocks, true, otherLauncher);
    }

    public Layout withOther(@Nullable Path launcher) {
        return new Layout(nodes, flags, clocks, smallDisks, launcher);
    }
}
