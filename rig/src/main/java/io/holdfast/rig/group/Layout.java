package io.holdfast.rig.group;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The setup of a cluster.
 *
 * @param nodes the number of members
 * @param flags of every server
 * @param clocks which clocks of the members can be set
 * @param smallDisks whether each data directory is a small file system of its own
 * @param otherLauncher {@code ./holdfast} of another build, which the last member runs at first
 */
public record Layout(
        int nodes,
        List<String> flags,
        Clocks clocks,
        boolean smallDisks,
        @Nullable Path otherLauncher) {

    /** Which clocks change when a member's clock is set. */
    public enum Clocks {
        /** The clock is never set. */
        TRUE,
        /** The wall clock jumps and the monotonic clock does not. This slows the member down. */
        WALL_JUMPS,
        /** Both jump, which simulates a server that measures leases by the wall clock. */
        WALL_DECIDES
    }

    /** Server flags for the rig: frequent snapshots, and sessions that do not expire when idle. */
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

    /** Returns a single server that is not part of a cluster, with these flags only. */
    public static Layout single(String... flags) {
        return new Layout(1, List.of(flags), Clocks.TRUE, false, null);
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
