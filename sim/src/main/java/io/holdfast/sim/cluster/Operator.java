package io.holdfast.sim.cluster;

import io.holdfast.core.value.Format;
import io.holdfast.sim.Marks;
import io.holdfast.sim.cluster.member.SimLog;
import io.holdfast.sim.cluster.member.SimMember;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Starts members that have ended, and changes the membership, one member at a time, until it has
 * succeeded.
 */
final class Operator {

    private static final long LOOK_NANOS = 200_000_000L;
    private static final int MEMBERS_MAX = 6;

    /** The steps of the one change that is under way. */
    private enum Step {
        REMOVING,
        REMOVED,
        ADDING,
        STARTING
    }

    private final Cluster cluster;
    private final Marks marks;
    private final List<SimMember> kept = new ArrayList<>();
    private @Nullable SimMember changing;
    private Step step = Step.REMOVING;
    private long removedAt;

    Operator(Cluster cluster, Marks marks) {
        this.cluster = cluster;
        this.marks = marks;
    }

    void start() {
        cluster.events().after(LOOK_NANOS, () -> {
            look();
            start();
        });
    }

    /** Keeps a member down until it is released. */
    void keepDown(SimMember member) {
        kept.add(member);
    }

    void release(SimMember member) {
        kept.remove(member);
    }

    boolean isBusy() {
        return changing != null;
    }

    @Override
    public String toString() {
        SimMember member = changing;
        SimLog log = member == null ? null : member.log();
        return (member == null ? "no change" : member.name() + " is " + step)
                + (log == null ? "" : ", " + log.standing() + " with members " + log.members());
    }

    boolean isChanging(SimMember member) {
        return member == changing;
    }

    /** The member has lost its disk: it must not run again under its old identity. */
    void replace(SimMember member) {
        if (changing == null) {
            changing = member;
            step = Step.REMOVING;
            member.wipe();
            marks.hit("member replaced");
        }
    }

    void removeAndAdd(SimMember member) {
        if (changing == null) {
            changing = member;
            step = Step.REMOVING;
            marks.hit("member removed");
        }
    }

    void add() {
        if (changing == null && cluster.members().size() < MEMBERS_MAX) {
            int number = cluster.members().size() + 1;
            changing = cluster.create("n" + number, Format.NEWEST);
            step = Step.ADDING;
            marks.hit("member added");
        }
    }

    private void look() {
        for (SimMember member : cluster.members()) {
            if (member != changing && !kept.contains(member)) {
                cluster.restart(member);
            }
        }
        SimMember member = changing;
        SimMember leader = cluster.leader();
        SimLog log = leader == null ? null : leader.log();
        if (member != null && leader != null && log != null) {
            change(member, leader, log);
        }
    }

    private void change(SimMember member, SimMember leader, SimLog log) {
        SortedSet<String> members = new TreeSet<>(log.node().members());
        switch (step) {
            case REMOVING -> {
                if (leader == member) {
                    members.stream()
                            .filter(other -> !other.equals(member.name()))
                            .findFirst()
                            .ifPresent(log.node()::transfer);
                } else if (!members.contains(member.name())) {
                    step = Step.REMOVED;
                    removedAt = log.node().committed();
                } else {
                    members.remove(member.name());
                    log.node().change(members);
                }
            }
            case REMOVED -> {
                SimLog its = member.log();
                // The removal is committed once a change after it is accepted; see below.
                if (log.node().isSettled() && log.node().committed() >= removedAt) {
                    if (members.contains(member.name())) {
                        step = Step.REMOVING;
                    } else if (its != null) {
                        its.node()
                                .toldRemoved(Collections.unmodifiableSortedSet(members), removedAt);
                    } else {
                        member.wipe();
                        step = Step.ADDING;
                    }
                }
            }
            case ADDING -> {
                if (!member.isUp()) {
                    member.upgrade(Format.NEWEST);
                    member.start(Collections.emptySortedSet());
                }
                if (members.contains(member.name())) {
                    step = Step.STARTING;
                } else {
                    members.add(member.name());
                    log.node().change(members);
                }
            }
            case STARTING -> {
                if (!members.contains(member.name())) {
                    step = Step.ADDING;
                } else if (!member.isUp()) {
                    cluster.restart(member);
                } else if (member.serves() && log.node().isSettled()) {
                    changing = null;
                }
            }
        }
    }
}
