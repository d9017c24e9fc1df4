package io.holdfast.log.node;

import io.holdfast.core.Machine;
import io.holdfast.core.bytes.NewerFormatException;
import io.holdfast.core.command.Actor;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Origin;
import io.holdfast.core.event.Event;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
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
 * One node of the service: the machine, the log that feeds it, and the calls that wait for its
 * answers. Calls and reads may come from any thread; everything else happens in the lane.
 */
public final class Node implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Node.class);
    private static final long HAND_OVER_SECONDS_MAX = 4;

    private final CommitLog log;
    private final Clock clock;
    private final NodeOptions options;
    private final Lane lane;
    private final @Nullable Group group;
    private final @Nullable MemberMonitor vigil;
    private final LogTime ownTime;
    private final NodeTime time;
    private final Sequencer sequencer;
    private final Reads reads;
    private final SnapshotTask snapshots;
    final Calls calls;
    private final FormatGate formats;
    private final Alarm alarm;
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    private Machine machine = new Machine();
    private long appliedIndex;
    private boolean replayed;

    /** What is applied is new, and not what an earlier process has answered. */
    private boolean live;

    /** Whether clients' calls are taken once the log takes them. */
    private boolean serves;

    private volatile long incarnation;
    private Consumer<List<Event>> events = none -> {};
    private BatchListener batches = (commands, nanos) -> {};
    private volatile NodeState state = NodeState.STARTING;

    /** A node whose log is not open yet: one of a group refuses calls until it serves. */
    public Node(CommitLog log, Clock clock, NodeOptions options) {
        this.log = log;
        this.clock = clock;
        this.options = options;
        this.lane = new Lane("holdfast-node", options.inline(), this::afterAll, this::isFull);
        this.group = log.group();
        this.ownTime = new LogTime(clock);
        this.time = group == null ? ownTime : new GroupTime(group, clock);
        this.sequencer = new Sequencer(log, time, clock, () -> machine.format());
        this.formats = new FormatGate(this, lane, options);
        this.vigil = group == null
                ? null
                : new MemberMonitor(this, group, clock, lane, options, sequencer, formats);
        this.calls = new Calls(this, sequencer, vigil == null ? null : vigil.grants());
        this.alarm = new Alarm(
                clock, time, lane, () -> machine.nextDeadlineNanos(), sequencer::wantTick);
        this.reads = new Reads();
        this.snapshots = new SnapshotTask(lane);
        if (group != null) {
            // Others go on while this one begins, so that the lane has to run from the start.
            lane.start();
        }
    }

    /** Brings the machine to where the log ends, and returns when calls are taken. */
    public static Node start(CommitLog log, Clock clock, NodeOptions options) throws IOException {
        Node node = new Node(log, clock, options);
        node.open();
        node.serve();
        return node;
    }

    /** Brings the machine to where the log ends; calls of {@link Actor#NODE} are then taken. */
    public void open() throws IOException {
        log.open(new Feed(this, lane, options.formatMax()));
        if (group == null) {
            lane.start();
        }
        lane.run(this::beginLife);
        failure.thenAccept(begun::completeExceptionally);
        try {
            StartBarrier.await(begun, alone());
            if (vigil != null) {
                vigil.begin();
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Takes clients' calls from now on. */
    public void serve() {
        StartBarrier.inLane(lane, () -> {
            serves = true;
            state = state == NodeState.STARTING ? NodeState.RUNNING : state;
        });
    }

    /** Takes a call. Its outcome may come before this returns. */
    public long submit(Call call) {
        Submission submission = calls.next(call);
        lane.runWithOthers(submission);
        return submission.sequence;
    }

    /** The origin of a call that was submitted here, by which it can be abandoned. */
    public Origin origin(long sequence) {
        return new Origin(options.name(), incarnation, sequence);
    }

    /**
     * Answers as of now: after everything acknowledged so far, and without what is due. If the log
     * of a member that is alone has failed, the answer is as of the last batch.
     *
     * @param failed is run instead, in the lane, where no leader says where the read stands
     */
    public <A extends @Nullable Object> void read(
            Query<A> query, BiConsumer<A, ReadPoint> answer, Runnable failed) {
        lane.run(() -> {
            boolean stopped = state.over();
            if (vigil == null) {
                serveRead(query, answer, stopped ? machine.nowNanos() : time.nowNanos());
            } else if (stopped || state == NodeState.STARTING) {
                // The others go on, so that what is here may no longer be true.
                failed.run();
            } else {
                vigil.reads().add(nanos -> serveRead(query, answer, nanos), failed);
            }
        });
    }

    private <A extends @Nullable Object> void serveRead(
            Query<A> query, BiConsumer<A, ReadPoint> answer, long timeNanos) {
        reads.add(query, answer, timeNanos);
        serveReads();
    }

    /** Answers at once from what this node has applied, however long ago that was acknowledged. */
    public <A extends @Nullable Object> void readStale(
            Query<A> query, BiConsumer<A, ReadPoint> answer) {
        readOn(query, new ReadPoint(0, 0), answer);
    }

    /**
     * Goes on with a read that was begun earlier: answers at once from what this node has applied
     * by now, which is no less than the first answer was made from.
     */
    public <A extends @Nullable Object> void readOn(
            Query<A> query, ReadPoint begun, BiConsumer<A, ReadPoint> answer) {
        lane.run(() -> {
            long now = machine.nowNanos();
            // What is due by the first answer's time was over then; a new leader's clock may be
            // behind it, and then its own time counts.
            boolean settled = machine.nextDeadlineNanos() > begun.timeNanos();
            ReadPoint at =
                    new ReadPoint(appliedIndex, settled ? Math.max(begun.timeNanos(), now) : now);
            answer.accept(machine.read(query, at), at);
        });
    }

    public NodeState state() {
        return state;
    }

    /** The format level: which format of the log and of snapshots is written. */
    public int format() {
        return formats.level();
    }

    /** Completes with the reason when the log fails; never otherwise. */
    public CompletableFuture<Throwable> failure() {
        return failure;
    }

    /** Hears what happens from now on, in the lane; what a restart replays is not heard again. */
    public void onEvents(Consumer<List<Event>> listener) {
        lane.run(() -> events = listener);
    }

    /** Hears of every batch that this node proposed: how many commands, and how long it took. */
    public void onBatches(BatchListener listener) {
        lane.run(() -> batches = listener);
    }

    /** Hears how every call is answered from now on. */
    public void onDecisions(DecisionListener listener) {
        calls.onDecisions(listener);
    }

    /** A hash of the whole state, for comparing replicas. */
    public CompletableFuture<Long> stateHash() {
        CompletableFuture<Long> hash = new CompletableFuture<>();
        lane.run(() -> hash.complete(machine.hash()));
        return hash;
    }

    /**
     * Hands over the whole state, as frames, as of an instant after everything acknowledged so far,
     * while batches go on. The sink is made when that instant has come, in the lane.
     *
     * @param failed is run instead where no leader says what was acknowledged
     */
    public void copy(Function<CopyPoint, SnapshotSink> opener, Runnable failed) {
        read(new Query.Gauges(), (now, point) -> beginCopy(opener), failed);
    }

    /** The same of what this member has; something that was acknowledged may be missing. */
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

    /** Ends every wait with an answer and takes no more calls; done when that is on record. */
    public CompletableFuture<Void> drain() {
        CompletableFuture<Void> drained = new CompletableFuture<>();
        // Another member leads first, so that the stop costs no election.
        CompletableFuture<Void> handedOver = group == null
                ? CompletableFuture.completedFuture(null)
                : group.handOver().orTimeout(HAND_OVER_SECONDS_MAX, TimeUnit.SECONDS);
        handedOver.whenComplete((done, problem) -> drain(drained));
        return drained;
    }

    private void drain(CompletableFuture<Void> drained) {
        lane.run(() -> {
            if (state != NodeState.RUNNING) {
                drained.complete(null);
                return;
            }
            state = NodeState.DRAINING;
            Refusal refusal = options.ephemeral() ? Refusal.SESSION_GONE : Refusal.DRAINING;
            calls.refuseKept(refusal.outcome());
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
            state = NodeState.CLOSED;
            StartBarrier.stopped(begun);
            calls.refuseAll(Outcome.UNKNOWN, Refusal.DRAINING.outcome());
        });
        lane.stop();
    }

    /** Proposes that this process lives, before anything else that it proposes. */
    private void beginLife() {
        long wallMillis = clock.wallMillis();
        incarnation =
                Math.max(incarnation + 1, machine.nextIncarnation(options.name(), wallMillis));
        // Leases of a group ran on by the other members' time, so that nothing is added.
        long downMillis = replayed && group == null ? wallMillis - machine.wallMillis() : 0;
        sequencer.beginLife();
        live = group == null;
        ownTime.continueFrom(machine.nowNanos());
        Consumer<Outcome> serve = outcome -> {
            if (outcome.equals(Outcome.DONE)) {
                state = serves ? NodeState.RUNNING : state;
                begun.complete(null);
            }
        };
        // The settings may have been read again since this process began, here or elsewhere.
        boolean again = state == NodeState.REJOINING;
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

    /** Proposes commands of the node's own whose outcome says nothing. */
    void propose(List<Command> commands) {
        commands.forEach(command -> calls.propose(command, outcome -> {}));
    }

    /** A call came; in the lane. */
    void accept(Submission submission) {
        boolean begins = state == NodeState.STARTING && begun.isDone();
        boolean own = begins && submission.call.actor().equals(Actor.NODE);
        Refusal refusal = own ? null : state.refusal(alone());
        boolean later = submission.call.command().format() > machine.format();
        calls.accept(submission, refusal == null && later ? Refusal.UPGRADING : refusal);
    }

    private void afterAll() {
        if (!state.over()) {
            sequencer.flush(() -> machine.nextDeadlineNanos());
        }
    }

    /** The batch under way will come back, or be given up; until then calls are only gathered. */
    private boolean isFull() {
        return state == NodeState.RUNNING && sequencer.isFull();
    }

    /** Applies a batch that stands at this index of the log. */
    void apply(long index, Term term, Batch batch) {
        Effects effects;
        try {
            effects = machine.apply(batch, term.number());
        } catch (RuntimeException e) {
            // A broken invariant: answering on could only make it worse.
            fail(e);
            return;
        }
        see(index);
        boolean mine = mine(batch);
        if (!live && !mine) {
            // Replaying what an earlier process answered: nobody waits for it any more.
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
            LOG.warn("the other nodes had lost touch with this one, which begins anew");
            rejoin();
        }
    }

    /** Whether this node waits for the batch; one that is alone has proposed all of them. */
    private boolean mine(Batch batch) {
        if (group == null) {
            return live;
        }
        return !batch.proposals().isEmpty()
                && mine(batch.proposals().getFirst().origin())
                && sequencer.underWay(batch);
    }

    /** Whether it comes from this process, which is alive as far as it knows. */
    boolean mine(Origin origin) {
        return origin.incarnation() == incarnation && origin.node().equals(options.name());
    }

    private void see(long index) {
        appliedIndex = index;
        formats.see(machine, live);
        if (vigil != null) {
            vigil.applied(machine, incarnation);
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
        state = removed ? NodeState.REMOVED : NodeState.STORAGE_FAILED;
        Refusal refusal = removed ? Refusal.REMOVED : Refusal.STORAGE_FAILED;
        calls.refuseAll(Outcome.UNKNOWN, refusal.outcome());
        if (vigil != null) {
            vigil.reads().giveUpAll();
        }
        reads.settleFor(machine.nowNanos());
        reads.serve(machine, appliedIndex);
        failure.complete(cause);
    }

    /** In the lane: whoever waits is told that nothing is known, and a new process begins. */
    void rejoin() {
        boolean runs = state == NodeState.RUNNING;
        if (group != null
                && (runs || state == NodeState.STARTING || state == NodeState.REJOINING)) {
            state = runs ? NodeState.REJOINING : state;
            calls.forgetAll();
            group.giveUp();
            beginLife();
        }
    }

    /** In the lane: nothing was heard of the calls under way for too long. Those in line go on. */
    void giveUp() {
        if (group != null && state == NodeState.RUNNING) {
            group.giveUp();
            calls.giveUp();
        }
    }

    Machine machine() {
        return machine;
    }

    /** While a log of one opens, nothing else runs: its thread is as good as the lane's. */
    boolean opens() {
        return group == null && !live;
    }

    boolean alone() {
        return group == null;
    }

    /** Takes over a state that holds everything up to the index. */
    void replace(long index, Machine restored) {
        machine = restored;
        see(index);
        replayed = true;
        if (incarnation > 0) {
            // What became of its calls is in there, but nobody can tell any more.
            LOG.warn("this node was so far behind that it took over another's state");
            rejoin();
        }
    }

    /** The log brings nothing older any more, and takes what this node ticks. */
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
