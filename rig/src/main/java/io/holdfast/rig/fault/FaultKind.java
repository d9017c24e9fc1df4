package io.holdfast.rig.fault;

import io.holdfast.rig.group.Group;
import io.holdfast.rig.group.Member;
import io.holdfast.rig.process.Shell;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kinds of faults and the requirements of each. */
public enum FaultKind {
    /** kill -9 of the leader. */
    KILL_LEADER(1, 4),
    KILL_FOLLOWER(1, 4),
    /** SIGSTOP, like a long garbage collection or a suspended machine. */
    PAUSE_LEADER(1, 20),
    PAUSE_FOLLOWER(1, 20),
    /** A minority of the members and the others do not receive from each other. */
    CUT(5, 20),
    /** A member receives nothing from the others, but they receive from it. */
    CUT_ONE_WAY(5, 20),
    /** Two members do not receive from each other, but both reach all others. */
    CUT_LINK(5, 20),
    DISK_FULL(4, 10),
    FSYNC_FAILS(2, 5),
    FSYNC_SLOW(3, 15),
    /** The wall clock of one member or of all is changed by up to a day. */
    CLOCK_JUMP(2, 6),
    /** The leader loses its data directory and is replaced. */
    WIPE_LEADER(3, 8),
    WIPE_FOLLOWER(3, 8),
    /** A member runs another build for some time. */
    UPGRADE(5, 20);

    private final int secondsMin;
    private final int secondsMax;

    FaultKind(int secondsMin, int secondsMax) {
        this.secondsMin = secondsMin;
        this.secondsMax = secondsMax;
    }

    /** Returns the name used on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static FaultKind of(String text) {
        return Arrays.stream(values())
                .filter(kind -> kind.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown fault: " + text));
    }

    /**
     * Returns why this fault cannot be injected here, or null if it can.
     *
     * @param cuts whether links can be cut
     * @param builds how many builds are available to run members with
     */
    public @Nullable String obstacle(int nodes, boolean cuts, int builds) {
        return switch (this) {
            case KILL_LEADER, PAUSE_LEADER -> null;
            case KILL_FOLLOWER, PAUSE_FOLLOWER -> nodes > 1 ? null : "there are no followers";
            case CUT, CUT_ONE_WAY, CUT_LINK ->
                !cuts ? "no network namespaces" : nodes > 1 ? null : "there are no links";
            case DISK_FULL -> Shell.isRoot() ? null : "only root mounts file systems";
            case FSYNC_FAILS, FSYNC_SLOW ->
                Shell.find("strace").isPresent() ? null : "strace is not installed";
            case CLOCK_JUMP -> Member.canFakeClocks() ? null : "libfaketime is not installed";
            case WIPE_LEADER, WIPE_FOLLOWER -> nodes > 2 ? null : "no majority would be left";
            case UPGRADE -> builds > 1 ? null : "--other-launcher is not set";
        };
    }

    public boolean needsFakeClocks() {
        return this == CLOCK_JUMP;
    }

    public boolean needsSmallDisks() {
        return this == DISK_FULL;
    }

    /** Returns whether it destroys stored state: only a minority may lose that at a time. */
    public boolean losesState() {
        return this == WIPE_LEADER || this == WIPE_FOLLOWER;
    }

    /** Returns a random duration of the fault, in seconds. */
    public int seconds(Random random) {
        return random.nextInt(secondsMin, secondsMax + 1);
    }

    /**
     * Returns one such fault, or null if no member is eligible now.
     *
     * @param taken members whose processes already have a fault
     */
    public @Nullable Fault draw(Group group, Set<String> taken, Random random) {
        Member leader = group.watch().leader();
        List<Member> free = group.members().stream()
                .filter(member -> member.alive() && !taken.contains(member.name()))
                .toList();
        List<Member> followers =
                free.stream().filter(member -> member != leader).toList();
        if (leader == null || !free.contains(leader) || (followers.isEmpty() && group.size() > 1)) {
            return null;
        }
        Member any = free.get(random.nextInt(free.size()));
        Member follower =
                followers.isEmpty() ? leader : followers.get(random.nextInt(followers.size()));
        return switch (this) {
            case KILL_LEADER -> new Kill(leader);
            case KILL_FOLLOWER -> new Kill(follower);
            case PAUSE_LEADER -> new Pause(leader);
            case PAUSE_FOLLOWER -> new Pause(follower);
            case CUT -> Cut.minority(group, any, random);
            case CUT_ONE_WAY -> Cut.deaf(group, any);
            case CUT_LINK -> Cut.link(group, leader, follower);
            case DISK_FULL -> new FullDisk(any);
            case FSYNC_FAILS -> new Sync(any, "error=EIO");
            case FSYNC_SLOW -> new Sync(any, "delay_enter=200000");
            case WIPE_LEADER -> new Wipe(group, leader);
            case WIPE_FOLLOWER -> new Wipe(group, follower);
            case UPGRADE -> new Upgrade(any);
            case CLOCK_JUMP ->
                new ClockJump(group, random.nextBoolean() ? group.members() : List.of(any), random);
        };
    }
}
