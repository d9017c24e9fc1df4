package io.holdfast.log.engine;

import io.holdfast.core.Machine;
import io.holdfast.core.bytes.NewerFormatException;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Command;
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

    /** The name of the thread that runs the lane of a durable member. */
    public static final String LANE_THREAD = "holdfast-engine";

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    private final CommitLog log;
    private final Clock clock;
    private final EngineOptions options;
    private final Lane lane;
    private final OwnProcess process;
    private final MemberKind member;
    private final Sequencer sequencer;
    private final Reads reads = new Reads();
    private final SnapshotTask snapshots;
    private final Calls calls;
    private final FormatLevel formats = new FormatLevel();
    private final Alarm alarm;
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    private Machine machine = new Machine();
    private long appliedIndex;
    private boolean replayed;

    /** True once applied batches are new, and were not already answered by an earlier process. */
    private boolean live;

    /** True if clients' calls are accepted as soon as the log accepts commands. */
    private boolean serves;

    private Consumer<List<Event>> events = none -> {};
    private EventFollower follower = EventFollower.NONE;
    private BatchListener batches = (commands, nanos) -> {};
    private volatile EngineState state = EngineState.STARTING;

    /** Creates an engine with a closed log: a cluster member rejects calls until it serves. */
    public Engine(CommitLog log, Clock clock, EngineOptions options) {
        this.log = log;
        this.clock = clock;
        this.options = options;
        this.lane = new Lane(LANE_THREAD, options.inline(), this::afterAll, this::isFull);
        this.process = new OwnProcess(options.name(), log);
        this.member = member();
        this.sequencer = member.sequencer();
        this.calls = new Calls(
                process, sequencer, member.grants(), this::refusal, () -> machine.wallMillis());
        this.alarm = new Alarm(
                clock, member.time(), lane, () -> machine.nextDeadlineNanos(), sequencer::wantTick);
        this.snapshots = new SnapshotTask(lane);
        if (!member.replaysBeforeLane()) {
            // Other members run while this one starts, so the lane has to run from the beginning.
            lane.start();
        }
    }

    private MemberKind member() {
        Group group = log.group();
        EngineControls controls = new Controls();
        return group == null
                ? new SingleMember(log, clock, options, controls)
                : new ClusterMember(log, group, clock, lane, options, process, controls);
    }

    /** Replays the log and returns when calls are accepted. */
    public static Engine start(CommitLog log, Clock clock, EngineOptions options)
            throws IOException {
        Engine engine = new Engine(log, clock, options);
        engine.open();
        engine.serve();
        return engine;
    }

    /** Replays the log; calls of {@link Actor#MEMBER} are then accepted. */
    public void open() throws IOException {
        openLog();
        CompletableFuture<Void> started = begin();
        try {
            member.awaitStart(started);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Opens the log, which returns once commands may be proposed. */
    public void openLog() throws IOException {
        log.open(new Feed(this, lane, options.formatMax()));
        if (member.replaysBeforeLane()) {
            lane.start();
        }
    }

    /** Proposes this process's first commands; done when they are applied. Does not wait. */
    public CompletableFuture<Void> begin() {
        lane.run(this::beginLife);
        failure.thenAccept(begun::completeExceptionally);
        member.begin();
        return begun;
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

    /** Submits an idempotent command that no client waits for, until the log has decided it. */
    public void settle(Actor actor, Command<?> command, long triesNanos) {
        submit(new SettledCall<>(this, clock, actor, command, triesNanos));
    }

    /** Returns the origin of a call that was submitted here, by which it can be abandoned. */
    public Origin origin(long sequence) {
        return process.origin(sequence);
    }

    /**
     * Answers as of now: after everything acknowledged so far, with all deadlines up to now
     * applied. If the log of a single member has failed, the answer is as of the last batch.
     *
     * @param failed runs instead, in the lane, if no leader provides a read point
     */
    public <A extends @Nullable Object> void read(
            Query<A> query, BiConsumer<A, ReadPoint> answer, Runnable failed) {
        lane.run(
                () -> member.read(state, timeNanos -> serveRead(query, answer, timeNanos), failed));
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

    /** Registers a follower of all events that are applied from now on. */
    public void follow(EventFollower all) {
        lane.run(() -> follower = all);
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
        member.handOver().whenComplete((done, problem) -> drain(drained));
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
                    new MemberCommand.Drain(
                            options.name(), process.incarnation(), options.ephemeral()),
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
        try {
            process.begin(machine, wallMillis);
        } catch (IOException e) {
            fail(e);
            return;
        }
        long downMillis = replayed ? member.downMillis(wallMillis, machine) : 0;
        sequencer.beginLife();
        live = member.replaysBeforeLane();
        member.continueTime(machine.nowNanos());
        Consumer<MemberOutcome> serve = outcome -> {
            if (outcome.equals(Outcome.DONE)) {
                state = serves ? EngineState.RUNNING : state;
                begun.complete(null);
            }
        };
        // The settings may have been reloaded since this process began, here or at another member.
        boolean again = state == EngineState.REJOINING;
        calls.propose(
                process.started(wallMillis, downMillis),
                again ? serve : outcome -> member.continueTime(machine.nowNanos()));
        calls.propose(member.firstCommands(machine));
        if (!again) {
            calls.propose(new MemberCommand.Configure(options.settings()), serve);
        }
    }

    /** Returns why this call is not accepted; null if it is. In the lane. */
    private @Nullable Refusal refusal(Call<?> call) {
        boolean begins = state == EngineState.STARTING && begun.isDone();
        boolean own = begins && call.actor().equals(Actor.MEMBER);
        Refusal refusal = own ? null : state.refusal(member.refusalAtStart());
        boolean later = call.command().format() > machine.format();
        return refusal == null && later ? Refusal.UPGRADING : refusal;
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
        if (!effects.events().isEmpty()) {
            follower.happened(index, machine.wallMillis(), effects.events());
        }
        boolean mine = member.isOwn(batch, live);
        if (!live && !mine) {
            // Replays what an earlier process answered: no client waits for it.
            replayed = true;
            return;
        }
        live = true;
        boolean alive = member.isAlive(machine);
        if (mine) {
            sequencer.committed();
            batches.applied(batch.proposals().size(), member.tookNanos(batch));
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

    private void see(long index) {
        appliedIndex = index;
        formats.see(machine, live);
        member.applied(machine);
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
        member.failReads();
        reads.settleFor(machine.nowNanos());
        reads.serve(machine, appliedIndex);
        failure.complete(cause);
    }

    /** Answers all calls as unknown or not sent and begins a new incarnation; in the lane. */
    private void rejoin() {
        boolean runs = state == EngineState.RUNNING;
        if (runs || state == EngineState.STARTING || state == EngineState.REJOINING) {
            state = runs ? EngineState.REJOINING : state;
            calls.forgetAll();
            member.giveUp();
            beginLife();
        }
    }

    /** Returns whether the thread that opens the log acts as the lane. */
    boolean opens() {
        return member.replaysBeforeLane() && !live;
    }

    /** Installs a state that contains everything up to the index. */
    void replace(long index, Machine restored) {
        machine = restored;
        see(index);
        follower.skipped(index);
        replayed = true;
        if (process.incarnation() > 0) {
            // The outcomes of this process's calls are in the snapshot, but can no longer be told.
            LOG.warn("member was far behind and installed another member's snapshot");
            rejoin();
        }
    }

    /** Starts to lead: all earlier entries are applied, and the log accepts this member's ticks. */
    void leads(long term) {
        member.lead(term, machine.nowNanos());
        sequencer.beginTicking();
        alarm.setAnew();
    }

    void snapshotDue(SnapshotSink sink) {
        snapshots.begin(() -> writing(sink));
    }

    /** Hands out what a member may ask of its engine, without making it public. */
    private final class Controls implements EngineControls {

        @Override
        public EngineState state() {
            return state;
        }

        @Override
        public boolean hasBegun() {
            return begun.isDone();
        }

        @Override
        public Machine machine() {
            return machine;
        }

        @Override
        public Calls calls() {
            return calls;
        }

        @Override
        public void rejoin() {
            Engine.this.rejoin();
        }

        @Override
        public void giveUp() {
            if (state == EngineState.RUNNING) {
                member.giveUp();
                calls.giveUp();
            }
        }
    }
}
