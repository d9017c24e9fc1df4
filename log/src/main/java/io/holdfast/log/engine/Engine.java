package io.holdfast.log.engine;

import io.holdfast.core.Machine;
import io.holdfast.core.bytes.NewerFormatException;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.event.Event;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.MemberOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Origin;
import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;
import io.holdfast.log.Group;
import io.holdfast.log.RemovedException;
import io.holdfast.log.SnapshotSink;
import io.holdfast.log.Term;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine of one member: the machine, the log that feeds it, and the calls that wait for their
 * answers. Calls and reads may come from any thread; everything else runs in the lane.
 */
public final class Engine implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    private static final long HAND_OVER_SECONDS_MAX = 4;

    private final CommitLog log;
    private final Clock clock;
    private final EngineOptions options;
    private final Lane lane;
    private final @Nullable Group group;
    private final @Nullable MemberMonitor monitor;
    private final LogTime ownTime;
    private final TimeSource time;
    private final Sequencer sequencer;
    private final Reads reads = new Reads();
    private final SnapshotTask snapshots;
    final Calls calls;
    private final FormatGate formats;
    private final Alarm alarm;
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    final CompletableFuture<Void> begun = new CompletableFuture<>();
    private Machine machine = new Machine();
    private long appliedIndex;
    private boolean replayed;

    /** True once applied batches are new, and were not already answered by an earlier process. */
    private boolean live;

    /** True if clients' calls are accepted as soon as the log accepts commands. */
    private boolean serves;

    private volatile long incarnation;
    private Consumer<List<Event>> events = none -> {};
    private BatchListener batches = (commands, nanos) -> {};
    private volatile EngineState state = EngineState.STARTING;

    /** Creates an engine with a closed log: a cluster member rejects calls until it serves. */
    public Engine(CommitLog log, Clock clock, EngineOptions options) {
        this.log = log;
        this.clock = clock;
        this.options = options;
        this.lane = new Lane("holdfast-engine", options.inline(), this::afterAll, this::isFull);
        this.group = log.group();
        this.ownTime = new LogTime(clock);
        this.time = group == null ? ownTime : new GroupTime(group, clock);
        this.sequencer = new Sequencer(log, time, clock, () -> machine.format());
        this.formats = new FormatGate(this, lane, options);
        this.monitor = group == null
                ? null
                : new MemberMonitor(this, group, clock, lane, options, sequencer, formats);
        this.calls = new Calls(this, sequencer, monitor == null ? null : monitor.grants());
        this.alarm = new Alarm(
                clock, time, lane, () -> machine.nextDeadlineNanos(), sequencer::wantTick);
        this.snapshots = new SnapshotTask(lane);
        if (group != null) {
            // Other members run while this one starts, so the lane has to run from the beginning.
            lane.start();
        }
    }

    /** Replays the log and returns when calls are accepted. */
    public static Engine start(CommitLog log, Clock clock, EngineOptions options)
            throws IOException {
        Engine engine = new Engine(log, clock, options);
        engine.open();
        engine.serve();
        return engine;
    }

    /** Replays the log; calls of {@link Actor#NODE} are then accepted. */
    public void open() throws IOException {
        log.open(new Feed(this, lane, options.formatMax()));
        if (group == null) {
            lane.start();
        }
        lane.run(this::beginLife);
        failure.thenAccept(begun::completeExceptionally);
        if (monitor != null) {
            monitor.begin();
        }
        try {
            StartBarrier.await(begun, group);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Accepts clients' calls from now on. */
    public void serve() {
        StartBarrier.inLane(lane, () -> {
            serves = true;
            state = state == EngineState.STARTING ? EngineState.RUNNING : state;
        });
    }

    /** Submits a call. Its outcome may arrive before this method returns. */
    public long submit(Call<?> call) {
        Submission submission = calls.next(call);
        lane.runWithOthers(submission);
        return submission.sequence;
    }

    /** Returns the origin of a call that was submitted here, by which it can be abandoned. */
    public Origin origin(long sequence) {
        return new Origin(options.name(), incarnation, sequence);
    }

    /**
     * Answers as of now: after everything acknowledged so far, with all deadlines up to now
     * applied. If the log of a single member has failed, the answer is as of the last batch.
     *
     * @param failed runs instead, in the lane, if no leader provides a read point
     */
    public <A extends @Nullable Object> void read(
            Query<A> query, BiConsumer<A, ReadPoint> answer, Runnable failed) {
        lane.run(() -> {
            boolean stopped = state.over();
            if (monitor == null) {
                serveRead(query, answer, stopped ? machine.nowNanos() : time.nowNanos());
            } else if (stopped || state == EngineState.STARTING) {
                // The other members run on, so the state here may be stale.
                failed.run();
            } else {
                monitor.reads().add(nanos -> serveRead(query, answer, nanos), failed);
            }
        });
    }

    private <A extends @Nullable Object> void serveRead(
            Query<A> query, BiConsumer<A, ReadPoint> answer, long timeNanos) {
        reads.add(query, answer, timeNanos);
        serveReads();
    }

    /** Answers at once from the applied state, which may be arbitrarily stale. */
    public <A extends @Nullable Object> void readStale(
            Query<A> query, BiConsumer<A, ReadPoint> answer) {
        readOn(query, new ReadPoint(0, 0), answer);
    }

    /**
     * Continues an earlier read: answers at once from the applied state, which is at least as new
     * as the state of the first answer.
     */
    public <A extends @Nullable Object> void readOn(
            Query<A> query, ReadPoint begun, BiConsumer<A, ReadPoint> answer) {
        lane.run(() -> {
            long now = machine.nowNanos();
            // Deadlines up to the first answer's time were applied then. A new leader's log time
            // may be behind it, and then the machine's own time counts.
            boolean settled = machine.nextDeadlineNanos() > begun.timeNanos();
            ReadPoint at =
                    new ReadPoint(appliedIndex, settled ? Math.max(begun.timeNanos(), now) : now);
            answer.accept(machine.read(query, at), at);
        });
    }

    public EngineState state() {
        return state;
    }

    /** Returns the format level: the format in which the log and snapshots are written. */
    public int format() {
        return formats.level();
    }

    /** Completes with the cause when the log fails; never otherwise. */
    public CompletableFuture<Throwable> failure() {
        return failure;
    }

    /** Registers a listener for events, called in the lane; replayed events are not reported. */
    public void onEvents(Consumer<List<Event>> listener) {
        lane.run(() -> events = listener);
    }

    /** Registers a listener for this member's batches: number of commands and duration. */
    public void onBatches(BatchListener listener) {
        lane.run(() -> batches = listener);
    }

    /** Registers a listener for the outcomes of calls from now on. */
    public void onDecisions(DecisionListener listener) {
        calls.onDecisions(listener);
    }

    /** Returns a hash of the whole state, to compare replicas. */
    public CompletableFuture<Long> stateHash() {
        CompletableFuture<Long> hash = new CompletableFuture<>();
        lane.run(() -> hash.complete(machine.hash()));
        return hash;
    }

    /**
     * Copies the whole state, as frames, as of a time after everything acknowledged so far, while
     * batches continue. The sink is opened at that time, in the lane.
     *
     * @param failed runs instead if no leader provides a read point
     */
    public void copy(Function<CopyPoint, SnapshotSink> opener, Runnable failed) {
        read(new Query.Gauges(), (now, point) -> beginCopy(opener), failed);
    }

    /** Copies the state of this member, which may lack acknowledged changes. */
    public void copyStale(Function<CopyPoint, SnapshotSink> opener) {
        lane.run(() -> beginCopy(opener));
    }

    private void beginCopy(Function<CopyPoint, SnapshotSink> opener) {
        snapshots.begin(() -> writing(
                opener.apply(new CopyPoint(options.name(), appliedIndex, machine.wallMillis()))));
    }

    private SnapshotTask.Begun writing(SnapshotSink sink) {
        return new SnapshotTask.Begun(machine.snapshot(), appliedIndex, sink);
    }

    /** Ends every wait with an answer and rejects new calls; done when that is committed. */
    public CompletableFuture<Void> drain() {
        CompletableFuture<Void> drained = new CompletableFuture<>();
        // The leadership is transferred first, so that the stop causes no election.
        CompletableFuture<Void> handedOver = group == null
                ? CompletableFuture.completedFuture(null)
                : group.handOver().orTimeout(HAND_OVER_SECONDS_MAX, TimeUnit.SECONDS);
        handedOver.whenComplete((done, problem) -> drain(drained));
        return drained;
    }

    private void drain(CompletableFuture<Void> drained) {
        lane.run(() -> {
            if (state != EngineState.RUNNING) {
                drained.complete(null);
                return;
            }
            state = EngineState.DRAINING;
            calls.refuseKept(options.drained());
            calls.propose(
                    new MemberCommand.Drain(options.name(), incarnation, options.ephemeral()),
                    outcome -> drained.complete(null));
        });
    }

    @Override
    public synchronized void close() {
        if (lane.isStopped()) {
            return;
        }
        log.close();
        StartBarrier.inLane(lane, () -> {
            state = EngineState.CLOSED;
            StartBarrier.stopped(begun);
            calls.refuseAll(Outcome.UNKNOWN, Refusal.DRAINING.outcome());
        });
        lane.stop();
    }

    /** Proposes the start of this process, before its other proposals. */
    private void beginLife() {
        long wallMillis = clock.wallMillis();
        incarnation =
                Math.max(incarnation + 1, machine.nextIncarnation(options.name(), wallMillis));
        // In a cluster, leases ran by the other members' time, so the downtime is not added.
        long downMillis = replayed && group == null ? wallMillis - machine.wallMillis() : 0;
        sequencer.beginLife();
        live = group == null;
        ownTime.continueFrom(machine.nowNanos());
        Consumer<MemberOutcome> serve = outcome -> {
            if (outcome.equals(Outcome.DONE)) {
                state = serves ? EngineState.RUNNING : state;
                begun.complete(null);
            }
        };
        // The settings may have been reloaded since this process began, here or at another member.
        boolean again = state == EngineState.REJOINING;
        calls.propose(
                new MemberCommand.Started(
                        options.name(),
                        incarnation,
                        TimeUnit.MILLISECONDS.toNanos(Math.max(0, downMillis)),
                        Fences.of(wallMillis / 1000)),
                again ? serve : outcome -> ownTime.continueFrom(machine.nowNanos()));
        if (group == null) {
            propose(formats.raiseAlone(machine));
            propose(StartBarrier.endOthers(machine.lives(), options.name()));
            propose(MemoryShare.alone(options, machine));
        }
        if (!again) {
            calls.propose(new MemberCommand.Configure(options.settings()), serve);
        }
    }

    /** Proposes commands of this member itself whose outcome is ignored. */
    void propose(List<? extends MemberCommand> commands) {
        commands.forEach(command -> calls.propose(command, outcome -> {}));
    }

    /** Accepts or rejects a call; in the lane. */
    void accept(Submission submission) {
        boolean begins = state == EngineState.STARTING && begun.isDone();
        boolean own = begins && submission.call.actor().equals(Actor.MEMBER);
        Refusal refusal = own ? null : state.refusal(alone());
        boolean later = submission.call.command().format() > machine.format();
        calls.accept(submission, refusal == null && later ? Refusal.UPGRADING : refusal);
    }

    private void afterAll() {
        if (!state.over()) {
            sequencer.flush(() -> machine.nextDeadlineNanos());
        }
    }

    /** The batch in flight will be applied or given up; until then calls are only gathered. */
    private boolean isFull() {
        return state == EngineState.RUNNING && sequencer.isFull();
    }

    /** Applies a batch at this index of the log. */
    void apply(long index, Term term, Batch batch) {
        Effects effects;
        try {
            effects = machine.apply(batch, term.number());
        } catch (RuntimeException e) {
            // A broken invariant: further answers could only make it worse.
            fail(e);
            return;
        }
        see(index);
        boolean mine = mine(batch);
        if (!live && !mine) {
            // Replays what an earlier process answered: no client waits for it.
            replayed = true;
            return;
        }
        live = true;
        boolean alive = group == null || machine.alive(options.name(), incarnation);
        if (mine) {
            sequencer.committed();
            batches.applied(batch.proposals().size(), tookNanos(batch));
        }
        calls.deliver(effects.replies(), alive, term, mine ? batch.proposals() : List.of());
        if (!effects.events().isEmpty()) {
            events.accept(effects.events());
        }
        serveReads();
        alarm.set();
        if (!alive) {
            LOG.warn("other members declared this member lost; rejoining");
            rejoin();
        }
    }

    /** Returns whether this process proposed the batch; a single member proposes all batches. */
    private boolean mine(Batch batch) {
        if (group == null) {
            return live;
        }
        return !batch.proposals().isEmpty()
                && mine(batch.proposals().getFirst().origin())
                && sequencer.underWay(batch);
    }

    /** Returns whether the origin is this process's current incarnation. */
    boolean mine(Origin origin) {
        return origin.incarnation() == incarnation && origin.member().equals(options.name());
    }

    private void see(long index) {
        appliedIndex = index;
        formats.see(machine, live);
        if (monitor != null) {
            monitor.applied(machine, incarnation);
        }
    }

    private long tookNanos(Batch batch) {
        return group == null ? time.nowNanos() - batch.timeNanos() : sequencer.underWayNanos();
    }

    private void serveReads() {
        reads.serve(machine, appliedIndex);
        if (reads.waiting()) {
            sequencer.wantTick();
        }
    }

    void fail(Throwable cause) {
        if (state.over()) {
            return;
        }
        boolean removed = cause instanceof RemovedException;
        if (!removed && !(cause instanceof NewerFormatException)) {
            LOG.error("The log failed; nothing is acknowledged any more: restart", cause);
        }
        state = removed ? EngineState.REMOVED : EngineState.STORAGE_FAILED;
        Refusal refusal = removed ? Refusal.REMOVED : Refusal.STORAGE_FAILED;
        calls.refuseAll(Outcome.UNKNOWN, refusal.outcome());
        if (monitor != null) {
            monitor.reads().giveUpAll();
        }
        reads.settleFor(machine.nowNanos());
        reads.serve(machine, appliedIndex);
        failure.complete(cause);
    }

    /** Answers all calls as unknown or not sent and begins a new incarnation; in the lane. */
    void rejoin() {
        boolean runs = state == EngineState.RUNNING;
        if (group != null
                && (runs || state == EngineState.STARTING || state == EngineState.REJOINING)) {
            state = runs ? EngineState.REJOINING : state;
            calls.forgetAll();
            group.giveUp();
            beginLife();
        }
    }

    /** Gives up the calls in flight after the timeout; in the lane. Queued calls continue. */
    void giveUp() {
        if (group != null && state == EngineState.RUNNING) {
            group.giveUp();
            calls.giveUp();
        }
    }

    Machine machine() {
        return machine;
    }

    /** While a single member's log opens, nothing else runs, so its thread can act as the lane. */
    boolean opens() {
        return group == null && !live;
    }

    boolean alone() {
        return group == null;
    }

    /** Installs a state that contains everything up to the index. */
    void replace(long index, Machine restored) {
        machine = restored;
        see(index);
        replayed = true;
        if (incarnation > 0) {
            // The outcomes of this process's calls are in the snapshot, but can no longer be told.
            LOG.warn("member was far behind and installed another member's snapshot");
            rejoin();
        }
    }

    /** Starts to lead: all earlier entries are applied, and the log accepts this member's ticks. */
    void leads(long term) {
        if (group != null) {
            group.lead(term, machine.nowNanos());
            sequencer.beginTicking();
            alarm.setAnew();
        }
    }

    void snapshotDue(SnapshotSink sink) {
        snapshots.begin(() -> writing(sink));
    }
}
