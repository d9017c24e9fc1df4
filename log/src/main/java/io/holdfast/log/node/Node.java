package io.holdfast.log.node;

import io.holdfast.core.Machine;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.NodeCommand;
import io.holdfast.core.command.Origin;
import io.holdfast.core.command.SessionId;
import io.holdfast.core.event.Event;
import io.holdfast.core.ledger.NodeLife;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;
import io.holdfast.log.Group;
import io.holdfast.log.Replica;
import io.holdfast.log.SnapshotSink;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
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
    private static final long START_SECONDS_MAX = 60;

    /**
     * Fences start above the wall clock at every start, with room for two million grants a second:
     * also the directory may be an old copy of itself, and fences must rise over that too.
     */
    private static final int FENCE_BITS_PER_SECOND = 21;

    /** What is accepted and not yet proposed; more than this is refused rather than kept. */
    private static final int WAITING_MAX = 200_000;

    private static final long WAKE_NANOS_MAX = TimeUnit.DAYS.toNanos(1);

    private final CommitLog log;
    private final Clock clock;
    private final NodeOptions options;
    private final Lane lane;
    private final @Nullable Group group;
    private final @Nullable Vigil vigil;
    private final LogTime ownTime;
    private final NodeTime time;
    private final Sequencer sequencer;
    private final Reads reads;
    private final SnapshotTask snapshots;
    private final Pending pending = new Pending();
    private final Gates gates = new Gates();
    private final AtomicLong sequences = new AtomicLong();
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private Machine machine = new Machine();
    private long appliedIndex;
    private boolean replayed;

    /** What is applied is new, and not what an earlier process has answered. */
    private boolean live;

    private volatile long incarnation;
    private long wakeNanos = Long.MAX_VALUE;
    private Consumer<List<Event>> events = none -> {};
    private BatchListener batches = (commands, nanos) -> {};
    private volatile DecisionListener decisions = DecisionListener.NONE;
    private volatile NodeState state = NodeState.STARTING;

    private Node(CommitLog log, Clock clock, NodeOptions options) {
        this.log = log;
        this.clock = clock;
        this.options = options;
        this.lane = new Lane("holdfast-node", options.inline(), this::afterAll);
        this.group = log.group();
        this.ownTime = new LogTime(clock);
        this.time = group == null ? ownTime : new GroupTime(group, clock);
        this.vigil = group == null ? null : new Vigil(this, group, clock, lane, options);
        this.sequencer = new Sequencer(log, time, clock);
        this.reads = new Reads();
        this.snapshots = new SnapshotTask(lane);
    }

    /** Brings the machine to where the log ends, and returns when calls are taken. */
    public static Node start(CommitLog log, Clock clock, NodeOptions options) throws IOException {
        Node node = new Node(log, clock, options);
        log.open(node.new Feed());
        node.lane.start();
        try {
            node.begin();
        } catch (IOException e) {
            node.close();
            throw e;
        }
        return node;
    }

    /** How many fences are set aside for so many seconds. */
    public static long fencesOf(long seconds) {
        return seconds << FENCE_BITS_PER_SECOND;
    }

    /** Takes a call. Its outcome may come before this returns. */
    public long submit(Call call) {
        long sequence = sequences.incrementAndGet();
        lane.run(new Submission(this, sequence, call));
        return sequence;
    }

    /** The origin of a call that was submitted here, by which it can be abandoned. */
    public Origin origin(long sequence) {
        return new Origin(options.name(), incarnation, sequence);
    }

    /**
     * Answers as of this instant: after everything acknowledged so far, and without what is due.
     * Where the log has failed no time passes any more, and the answer is as of the last batch.
     */
    public <A extends @Nullable Object> void read(Query<A> query, BiConsumer<A, ReadPoint> answer) {
        lane.run(() -> {
            boolean stopped = state == NodeState.STORAGE_FAILED || state == NodeState.CLOSED;
            if (stopped || vigil == null) {
                reads.add(query, answer, stopped ? machine.nowNanos() : time.nowNanos());
                serveReads();
            } else {
                vigil.reads()
                        .add(
                                timeNanos -> {
                                    reads.add(query, answer, timeNanos);
                                    serveReads();
                                },
                                () -> LOG.warn("a read found no leader"));
            }
        });
    }

    public NodeState state() {
        return state;
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
        decisions = listener;
    }

    /** Told of a batch when it is applied. */
    @FunctionalInterface
    public interface BatchListener {
        void applied(int commands, long nanos);
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
     */
    public void copy(Function<CopyPoint, SnapshotSink> opener) {
        read(
                new Query.Gauges(),
                (now, point) -> snapshots.begin(() -> begun(opener.apply(
                        new CopyPoint(options.name(), appliedIndex, machine.wallMillis())))));
    }

    /** What a copy of the state is of: the node, the last entry in it, and the wall clock then. */
    public record CopyPoint(String node, long index, long wallMillis) {}

    private SnapshotTask.Begun begun(SnapshotSink sink) {
        return new SnapshotTask.Begun(machine.snapshot(), appliedIndex, sink);
    }

    /** Ends every wait with an answer and takes no more calls; done when that is on record. */
    public CompletableFuture<Void> drain() {
        CompletableFuture<Void> drained = new CompletableFuture<>();
        lane.run(() -> {
            if (state != NodeState.RUNNING) {
                drained.complete(null);
                return;
            }
            state = NodeState.DRAINING;
            Refusal refusal = options.ephemeral() ? Refusal.SESSION_GONE : Refusal.DRAINING;
            gates.takeAll().forEach(kept -> answer(kept, refusal.outcome()));
            propose(
                    new NodeCommand.Drain(options.name(), incarnation, options.ephemeral()),
                    outcome -> drained.complete(null));
        });
        return drained;
    }

    @Override
    public void close() {
        log.close();
        CompletableFuture<Void> closed = new CompletableFuture<>();
        lane.run(() -> {
            state = NodeState.CLOSED;
            refuseAll(Outcome.UNKNOWN, Refusal.DRAINING.outcome());
            closed.complete(null);
        });
        try {
            closed.get(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("The node's lane did not come to rest", e);
        }
        lane.stop();
    }

    private void begin() throws IOException {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        lane.run(() -> beginLife(() -> begun.complete(null)));
        failure.thenAccept(begun::completeExceptionally);
        try {
            if (group == null) {
                begun.get(START_SECONDS_MAX, TimeUnit.SECONDS);
            } else {
                Vigil.await(begun);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the log was starting", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the log took no command within a minute of its start", e);
        }
        if (vigil != null) {
            vigil.begin();
        }
    }

    /** Proposes that this process lives, before anything else that it proposes. */
    private void beginLife(Runnable begun) {
        long wallMillis = clock.wallMillis();
        incarnation =
                Math.max(incarnation + 1, machine.nextIncarnation(options.name(), wallMillis));
        // Only a node that is alone knows that nobody held anything while it was down.
        long downMillis = replayed && group == null ? wallMillis - machine.wallMillis() : 0;
        sequencer.beginLife();
        live = group == null;
        ownTime.continueFrom(machine.nowNanos());
        propose(
                new NodeCommand.Started(
                        options.name(),
                        incarnation,
                        TimeUnit.MILLISECONDS.toNanos(Math.max(0, downMillis)),
                        fencesOf(wallMillis / 1000)),
                outcome -> ownTime.continueFrom(machine.nowNanos()));
        if (group == null) {
            endOthers(machine.lives());
        }
        propose(new NodeCommand.Configure(options.settings()), outcome -> {
            state = NodeState.RUNNING;
            begun.run();
        });
    }

    /** Proposes that these processes are over, unless they are this one. */
    void endOthers(List<NodeLife> lives) {
        for (NodeLife life : lives) {
            if (!life.node().equals(options.name())) {
                propose(new NodeCommand.Lost(life.node(), life.incarnation()), outcome -> {});
            }
        }
    }

    /** Proposes a command of the node's own. */
    private void propose(Command command, Consumer<Outcome> answer) {
        Submission own =
                new Submission(this, sequences.incrementAndGet(), new OwnCall(command, answer));
        pending.add(own);
        sequencer.add(own.proposal(origin(own.sequence)));
    }

    /** A call came; in the lane. */
    void accept(Submission submission) {
        Outcome refusal = refusal();
        if (refusal == null && !decisions.admits(submission.call.command())) {
            refusal = Refusal.OVERLOADED.outcome();
        }
        if (refusal != null) {
            answer(submission, refusal);
            return;
        }
        Submission kept = submission.call.command() instanceof LocksCommand.Abandon abandon
                ? gates.abandon(abandon.session(), abandon.call().sequence())
                : null;
        if (kept != null) {
            answer(kept, Refusal.ABANDONED.outcome());
            answer(submission, Outcome.DONE);
            return;
        }
        SessionId gate = submission.gate();
        if (gate == null || gates.enter(gate, submission)) {
            gather(submission);
        } else {
            submission.call.parked();
        }
    }

    private @Nullable Outcome refusal() {
        return switch (state) {
            case RUNNING ->
                sequencer.gathered() < WAITING_MAX ? null : Refusal.OVERLOADED.outcome();
            case STARTING, DRAINING, CLOSED -> Refusal.DRAINING.outcome();
            case REJOINING -> Refusal.NO_LEADER.outcome();
            case STORAGE_FAILED -> Refusal.STORAGE_FAILED.outcome();
        };
    }

    private void gather(Submission submission) {
        pending.add(submission);
        sequencer.add(submission.proposal(origin(submission.sequence)));
    }

    private void afterAll() {
        if (state != NodeState.STORAGE_FAILED && state != NodeState.CLOSED) {
            sequencer.flush(() -> machine.nextDeadlineNanos());
        }
    }

    private void apply(long index, Batch batch) {
        Effects effects;
        try {
            effects = machine.apply(batch);
        } catch (RuntimeException e) {
            // A broken invariant: answering on could only make it worse.
            fail(e);
            return;
        }
        appliedIndex = index;
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
        List<Reply> replies = effects.replies();
        // Answers to calls of earlier batches come along, so that only those of this one count.
        int answered = 0;
        for (int i = 0; i < replies.size(); i++) {
            answered += deliver(replies.get(i), alive) ? 1 : 0;
        }
        if (mine && answered < batch.proposals().size()) {
            batch.proposals().forEach(proposal -> park(proposal.origin()));
        }
        if (!effects.events().isEmpty()) {
            events.accept(effects.events());
        }
        serveReads();
        wakeForDeadline();
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

    private boolean mine(Origin origin) {
        return origin.incarnation() == incarnation && origin.node().equals(options.name());
    }

    private long tookNanos(Batch batch) {
        return group == null ? time.nowNanos() - batch.timeNanos() : sequencer.underWayNanos();
    }

    /** Tells whether the answer was to a call that had not been parked before. */
    private boolean deliver(Reply reply, boolean alive) {
        if (!mine(reply.origin())) {
            return false;
        }
        Submission submission = pending.find(reply.origin().sequence());
        if (submission == null) {
            return false;
        }
        // The others gave this node up, but its client is here, and does not know what happened.
        boolean given = !alive && reply.outcome().equals(Refusal.ABANDONED.outcome());
        finish(submission, given ? Outcome.UNKNOWN : reply.outcome());
        return !submission.parked;
    }

    private void finish(Submission submission, Outcome outcome) {
        pending.take(submission.sequence);
        SessionId gate = submission.gate();
        Submission next = gate == null ? null : gates.leave(gate, submission);
        answer(submission, outcome);
        if (next != null) {
            gather(next);
        }
    }

    /** One call's fault must not become everyone's. */
    private void answer(Submission submission, Outcome outcome) {
        try {
            submission.call.reply(outcome);
        } catch (RuntimeException e) {
            LOG.error("An outcome could not be delivered", e);
        }
        try {
            decisions.decided(submission.call, outcome, machine.wallMillis());
        } catch (RuntimeException e) {
            LOG.error("An outcome could not be taken down", e);
        }
    }

    private void park(Origin origin) {
        Submission submission = mine(origin) ? pending.find(origin.sequence()) : null;
        if (submission != null) {
            submission.parked = true;
            submission.call.parked();
        }
    }

    private void serveReads() {
        reads.serve(machine, appliedIndex);
        if (reads.waiting()) {
            sequencer.wantTick();
        }
    }

    private void wakeForDeadline() {
        long dueNanos = machine.nextDeadlineNanos();
        if (dueNanos == Long.MAX_VALUE || dueNanos >= wakeNanos || !time.ticks()) {
            return;
        }
        // What is due in ages is beyond what the clock can be asked for, and is looked at again.
        wakeNanos = Math.min(dueNanos, time.nowNanos() + WAKE_NANOS_MAX);
        clock.wakeAt(time.monotonicAt(wakeNanos), () -> lane.run(this::deadlineCame));
    }

    private void deadlineCame() {
        wakeNanos = Long.MAX_VALUE;
        if (!time.ticks()) {
            return;
        }
        if (machine.nextDeadlineNanos() <= time.nowNanos()) {
            sequencer.wantTick();
        } else {
            wakeForDeadline();
        }
    }

    private void fail(Throwable cause) {
        if (state == NodeState.STORAGE_FAILED || state == NodeState.CLOSED) {
            return;
        }
        LOG.error(
                "The log failed; nothing is acknowledged from now on, a restart is needed", cause);
        state = NodeState.STORAGE_FAILED;
        refuseAll(Outcome.UNKNOWN, Refusal.STORAGE_FAILED.outcome());
        reads.settleFor(machine.nowNanos());
        reads.serve(machine, appliedIndex);
        failure.complete(cause);
    }

    /** In the lane: whoever waits is told that nothing is known, and a new process begins. */
    void rejoin() {
        if (state != NodeState.RUNNING && state != NodeState.REJOINING) {
            return;
        }
        state = NodeState.REJOINING;
        gates.clear().forEach(kept -> answer(kept, Refusal.NO_LEADER.outcome()));
        for (Submission submission : pending.takeAll()) {
            boolean unproposed = sequencer.isGathered(submission.sequence);
            answer(submission, unproposed ? Refusal.NO_LEADER.outcome() : Outcome.UNKNOWN);
        }
        if (group != null) {
            group.giveUp();
        }
        beginLife(() -> LOG.info("this node takes calls again"));
    }

    /** In the lane: nothing was heard of the calls under way for too long. Those in line go on. */
    void giveUp() {
        if (group != null && state == NodeState.RUNNING) {
            group.giveUp();
            Set<Long> unsent = sequencer.giveUp();
            for (Submission submission : pending.unparked()) {
                boolean unproposed = unsent.contains(submission.sequence);
                finish(submission, unproposed ? Refusal.NO_LEADER.outcome() : Outcome.UNKNOWN);
            }
        }
    }

    List<NodeLife> lives() {
        return machine.lives();
    }

    Sequencer sequencer() {
        return sequencer;
    }

    private void refuseAll(Outcome underWay, Outcome refusal) {
        gates.takeAll().forEach(kept -> answer(kept, refusal));
        for (Submission submission : pending.takeAll()) {
            boolean unproposed = sequencer.isGathered(submission.sequence);
            answer(submission, submission.parked || unproposed ? refusal : underWay);
        }
        sequencer.clear();
    }

    /**
     * What the log feeds. It calls on its own thread; while a log of one opens, nothing else runs.
     */
    private final class Feed implements Replica {

        @Override
        public void restore(long index, InputStream snapshot) throws IOException {
            Machine restored = SnapshotFrames.read(snapshot);
            if (group == null) {
                replace(index, restored);
            } else {
                lane.run(() -> replace(index, restored));
            }
        }

        private void replace(long index, Machine restored) {
            machine = restored;
            appliedIndex = index;
            replayed = true;
            if (live) {
                LOG.warn("this node was so far behind that it took over another's state");
                rejoin();
            }
        }

        @Override
        public void committed(long index, Batch batch) {
            if (group == null && !live || lane.mine()) {
                apply(index, batch);
            } else {
                lane.run(() -> apply(index, batch));
            }
        }

        @Override
        public void leads(long term) {
            lane.run(() -> {
                if (group != null) {
                    group.lead(term, machine.nowNanos());
                    sequencer.beginTicking();
                    wakeNanos = Long.MAX_VALUE;
                    wakeForDeadline();
                }
            });
        }

        @Override
        public void snapshotDue(SnapshotSink sink) {
            lane.run(() -> snapshots.begin(() -> begun(sink)));
        }

        @Override
        public void failed(Throwable cause) {
            lane.run(() -> fail(cause));
        }
    }
}
