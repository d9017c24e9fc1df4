package io.holdfast.log.engine;

import io.holdfast.core.Machine;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;
import io.holdfast.log.Group;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** A member of a cluster: the leader stamps its batches, confirms its reads and judges its life. */
final class ClusterMember implements MemberKind {

    private static final long HAND_OVER_NANOS_MAX = TimeUnit.SECONDS.toNanos(4);

    private final Group group;
    private final Clock clock;
    private final OwnProcess process;
    private final GroupTime time;
    private final Sequencer sequencer;
    private final ContactDelivery grants;
    private final GroupReads reads;
    private final MemberMonitor monitor;

    ClusterMember(
            CommitLog log,
            Group group,
            Clock clock,
            Lane lane,
            EngineOptions options,
            OwnProcess process,
            EngineControls engine) {
        this.group = group;
        this.clock = clock;
        this.process = process;
        this.time = new GroupTime(group, clock);
        this.sequencer = new Sequencer(log, time, clock, () -> engine.machine().format());
        this.grants = new ContactDelivery(group, clock);
        this.reads = new GroupReads(group, clock, lane);
        this.monitor =
                new MemberMonitor(engine, group, clock, lane, options, sequencer, reads, grants);
    }

    @Override
    public TimeSource time() {
        return time;
    }

    @Override
    public Sequencer sequencer() {
        return sequencer;
    }

    @Override
    public GrantDelivery grants() {
        return grants;
    }

    @Override
    public boolean replaysBeforeLane() {
        return false;
    }

    @Override
    public void begin() {
        monitor.begin();
    }

    @Override
    public void awaitStart(CompletableFuture<Void> begun) throws IOException {
        StartBarrier.awaitOthers(begun, group);
    }

    /** Leases ran by the other members' time meanwhile. */
    @Override
    public long downMillis(long wallMillis, Machine replayed) {
        return 0;
    }

    @Override
    public void continueTime(long logNanos) {}

    @Override
    public List<MemberCommand> firstCommands(Machine machine) {
        return List.of();
    }

    /** A cluster member already answers clients while it waits for the others. */
    @Override
    public Refusal refusalAtStart() {
        return Refusal.NO_LEADER;
    }

    @Override
    public void applied(Machine machine) {
        grants.applied(machine.format(), process.incarnation());
        monitor.applied(machine);
    }

    @Override
    public boolean isAlive(Machine machine) {
        return machine.alive(process.name(), process.incarnation());
    }

    @Override
    public boolean isOwn(Batch batch, boolean live) {
        return !batch.proposals().isEmpty()
                && process.is(batch.proposals().getFirst().origin())
                && sequencer.underWay(batch);
    }

    @Override
    public long tookNanos(Batch own) {
        return sequencer.underWayNanos();
    }

    /** After a failure the other members run on, so the state here may be stale. */
    @Override
    public void read(EngineState state, LongConsumer go, Runnable failed) {
        if (state.over() || state == EngineState.STARTING) {
            failed.run();
        } else {
            reads.add(go, failed);
        }
    }

    @Override
    public void failReads() {
        reads.giveUpAll();
    }

    @Override
    public void giveUp() {
        group.giveUp();
    }

    @Override
    public void lead(long term, long fromNanos) {
        group.lead(term, fromNanos);
    }

    @Override
    public CompletableFuture<Void> handOver() {
        return clock.within(group.handOver(), HAND_OVER_NANOS_MAX);
    }
}
