package io.holdfast.log.engine;

import io.holdfast.core.Machine;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;

/** A member without others: it stamps, leads and proposes everything itself. */
final class SingleMember implements MemberKind {

    private final EngineOptions options;
    private final EngineControls engine;
    private final LogTime time;
    private final Sequencer sequencer;

    SingleMember(CommitLog log, Clock clock, EngineOptions options, EngineControls engine) {
        this.options = options;
        this.engine = engine;
        this.time = new LogTime(clock);
        this.sequencer = new Sequencer(log, time, clock, () -> engine.machine().format());
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
        return GrantDelivery.AT_ONCE;
    }

    @Override
    public boolean replaysBeforeLane() {
        return true;
    }

    @Override
    public void begin() {}

    @Override
    public void awaitStart(CompletableFuture<Void> begun) throws IOException {
        StartBarrier.await(begun);
    }

    @Override
    public long downMillis(long wallMillis, Machine replayed) {
        return Math.max(0, wallMillis - replayed.wallMillis());
    }

    @Override
    public void continueTime(long logNanos) {
        time.continueFrom(logNanos);
    }

    /** Raises the format, ends the other members of a restored directory, and sets the memory. */
    @Override
    public List<MemberCommand> firstCommands(Machine machine) {
        List<MemberCommand> commands = new ArrayList<>();
        if (machine.format() < options.formatMax()) {
            commands.addAll(FormatGate.raise(options, machine, options.formatMax()));
        }
        for (MemberProcess life : machine.lives()) {
            if (!life.member().equals(options.name())) {
                commands.add(new MemberCommand.Lost(life.member(), life.incarnation()));
            }
        }
        commands.addAll(MemoryShare.alone(options, machine));
        return commands;
    }

    @Override
    public Refusal refusalAtStart() {
        return Refusal.DRAINING;
    }

    @Override
    public void applied(Machine machine) {}

    @Override
    public boolean isAlive(Machine machine) {
        return true;
    }

    /** A single member proposes all batches. */
    @Override
    public boolean isOwn(Batch batch, boolean live) {
        return live;
    }

    @Override
    public long tookNanos(Batch own) {
        return time.nowNanos() - own.timeNanos();
    }

    /** If the log has failed, the answer is as of the last batch. */
    @Override
    public void read(EngineState state, LongConsumer go, Runnable failed) {
        go.accept(state.over() ? engine.machine().nowNanos() : time.nowNanos());
    }

    @Override
    public void failReads() {}

    @Override
    public void giveUp() {}

    @Override
    public void lead(long term, long fromNanos) {}

    @Override
    public CompletableFuture<Void> handOver() {
        return CompletableFuture.completedFuture(null);
    }
}
