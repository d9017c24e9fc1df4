package io.holdfast.sim.cluster;

import io.holdfast.core.value.Format;
import io.holdfast.log.engine.Engine;
import io.holdfast.log.engine.EngineOptions;
import io.holdfast.sim.Chance;
import io.holdfast.sim.Marks;
import io.holdfast.sim.cluster.check.Truth;
import io.holdfast.sim.cluster.member.Plants;
import io.holdfast.sim.cluster.member.SimLog;
import io.holdfast.sim.cluster.member.SimMember;
import io.holdfast.sim.cluster.raft.Peers;
import io.holdfast.sim.cluster.raft.RaftNode;
import io.holdfast.sim.cluster.world.Events;
import io.holdfast.sim.cluster.world.Network;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The members of the simulated cluster, and what they share. */
final class Cluster implements Peers, SimLog.Neighbours {

    static final String NAME = "simulated";

    private final Options options;
    private final Events events;
    private final Network network;
    private final Truth truth;
    private final SimMember.Setting setting;
    private final Chance chance;
    private final List<SimMember> members = new ArrayList<>();

    Cluster(
            Options options,
            Events events,
            Network network,
            Truth truth,
            Marks marks,
            Plants plants) {
        this.options = options;
        this.events = events;
        this.network = network;
        this.truth = truth;
        this.chance = new Chance(options.seed()).fork(2);
        this.setting = new SimMember.Setting(
                NAME,
                events,
                network,
                this,
                this,
                truth,
                this::compare,
                options.raft(),
                options.snapshotEntries(),
                options.ratePpmMax(),
                options.syncNanosMax(),
                plants);
        for (int i = 1; i <= options.members(); i++) {
            boolean old = i == 1 && options.oldRelease();
            create("n" + i, old ? Format.THIRD : Format.NEWEST);
        }
        if (options.oldRelease()) {
            marks.hit("member of an older release");
        }
    }

    Events events() {
        return events;
    }

    Network network() {
        return network;
    }

    SimMember create(String name, int formatMax) {
        EngineOptions own = new EngineOptions(
                name,
                options.settings(),
                false,
                true,
                options.lostNanos(),
                options.patienceNanos(),
                formatMax,
                0);
        SimMember member = new SimMember(name, setting, chance.fork(members.size()), own);
        members.add(member);
        return member;
    }

    void found() {
        SortedSet<String> founders = new TreeSet<>();
        members.forEach(member -> founders.add(member.name()));
        for (SimMember member : members) {
            member.start(Collections.unmodifiableSortedSet(founders));
        }
    }

    /** Starts a member again, with what its disk contains. */
    void restart(SimMember member) {
        if (!member.isUp() && !member.disk().isRemoved()) {
            member.upgrade(Format.NEWEST);
            member.start(Collections.emptySortedSet());
        }
    }

    List<SimMember> members() {
        return members;
    }

    @Nullable
    SimMember member(String name) {
        for (SimMember member : members) {
            if (member.name().equals(name)) {
                return member;
            }
        }
        return null;
    }

    /** Returns the leader of the latest term that is up; null if there is none. */
    @Nullable
    SimMember leader() {
        SimMember found = null;
        long term = -1;
        for (SimMember member : members) {
            SimLog log = member.log();
            if (log != null
                    && member.isOf(NAME)
                    && log.node().leads()
                    && log.node().term() > term) {
                found = member;
                term = log.node().term();
            }
        }
        return found;
    }

    private void compare(SimMember member, long index) {
        Engine engine = member.engine();
        if (engine != null) {
            long applied = index;
            engine.stateHash().thenAccept(hash -> truth.compare(member.name(), applied, hash));
        }
    }

    @Override
    public @Nullable RaftNode at(String name) {
        SimLog log = log(name);
        return log == null ? null : log.node();
    }

    @Override
    public @Nullable SimLog log(String name) {
        SimMember member = member(name);
        return member == null ? null : member.log();
    }

    @Override
    public int formatMax(String name) {
        SimMember member = member(name);
        return member == null || !member.isUp() ? 0 : member.formatMax();
    }
}
