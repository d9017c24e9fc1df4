package io.holdfast.sim;

import io.holdfast.core.Inspection;
import io.holdfast.core.Machine;
import io.holdfast.core.codec.BatchCodec;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.event.Event;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.value.Estimate;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Token;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One history: the machine, a second replica and the model. The replica reads the same batches from
 * bytes and is sometimes restored from a snapshot. Any difference between them is a failure, and so
 * is any problem that the inspection finds.
 */
class Run {

    static final long WALL_MILLIS = 1_800_000_000_000L;

    private final Phrases phrases;
    private final Model model = new Model();
    private final List<Proposal> gathered = new ArrayList<>();
    private final Machine first;
    private Machine second = new Machine();
    private @Nullable SnapshotInPieces snapshot;
    private boolean pending;
    private long nowNanos;
    private long lastFence;
    private long batches;

    /** With a memory budget, history is not kept if there is no room for it. */
    private final boolean limited;

    private final HistoryCheck history = new HistoryCheck();

    Run(Swarm swarm) {
        this(swarm, new Machine());
    }

    Run(Swarm swarm, Machine machine) {
        first = machine;
        limited = swarm.stateBytesMax() > 0;
        phrases = new Phrases(swarm.members());
        step(new Action(-1, 0, false, new Ask.Configure(swarm.settings(), 0)));
        for (int member = swarm.members() - 1; member >= 0; member--) {
            step(new Action(-2 - member, 0, false, new Ask.Start(member, false, 0, 0)));
        }
        if (swarm.raisePerMille() == Swarm.RAISED_AT_ONCE) {
            step(new Action(-19, 0, false, new Ask.RaiseFormat(0)));
        }
        if (swarm.stateBytesMax() > 0) {
            step(new Action(-19, 0, false, new Ask.StateMemory(0, swarm.stateBytesMax())));
        }
        step(new Action(-20, 0, false, new Ask.Configure(swarm.settings(), 0)));
    }

    /** Applies a batch. Runs that fail on purpose override it. */
    Effects apply(Machine machine, Batch batch) {
        return machine.apply(batch);
    }

    /** Returns the bytes of a machine, in pieces. Runs that fail on purpose override it. */
    List<byte[]> pieces(Machine machine) {
        return SnapshotInPieces.pieces(machine);
    }

    /**
     * Returns the machine that was read from those bytes. Runs that fail on purpose override it.
     */
    Machine readBack(Machine machine) {
        return machine;
    }

    /** Returns the token that a call was granted; null if there is none. */
    @Nullable
    Token token(int id) {
        return phrases.token(id);
    }

    /** Returns the lease that a call was lent; null if there is none. */
    @Nullable
    LeaseId lease(int id) {
        return phrases.lease(id);
    }

    /** Returns the number of the last entity lock. */
    long lastEntityLock() {
        return model.lastEntityLock();
    }

    long nodeVersion(String id) {
        return model.nodeVersion(id);
    }

    /** The fence of the newest grant. */
    long fence() {
        return model.fence();
    }

    /** Returns the resource of the grant with that fence; null if there is none. */
    @Nullable
    ResourceName holds(long fence) {
        return model.holds(fence);
    }

    long lastClaim() {
        return model.lastClaim();
    }

    boolean isOpen(int session) {
        return model.isOpen(Phrases.session(session));
    }

    /** Returns the origin of the current process of a member. */
    Origin life(int member) {
        return phrases.origin(member);
    }

    boolean isAlive(int member) {
        return model.isAlive(phrases.origin(member));
    }

    long nowNanos() {
        return nowNanos;
    }

    long nextDeadlineNanos() {
        return first.nextDeadlineNanos();
    }

    final void step(Action action) {
        if (!action.sameBatch() || pending && gathered.isEmpty()) {
            flush();
            nowNanos += action.gapNanos();
        }
        switch (action.ask()) {
            case Ask.Restore _ -> {
                flush();
                restore();
            }
            case Ask.Snapshot ask -> {
                flush();
                if (snapshot == null) {
                    snapshot = new SnapshotInPieces(first, second, ask.pieceBytes());
                }
            }
            case Ask.Tick _ -> pending = true;
            default -> {
                pending = true;
                Proposal proposal = phrases.proposal(action, format());
                if (proposal != null) {
                    gathered.add(proposal);
                }
            }
        }
    }

    int format() {
        return first.format();
    }

    /** Ends every session and lets all deadlines pass. After that every call must be answered. */
    final void finish(Swarm swarm) {
        step(new Action(-30, 0, false, new Ask.Start(0, false, 0, 0)));
        Ask.Way way = new Ask.Way(0, Ask.Way.NO_REQUEST, 1);
        for (int session = 0; session < swarm.sessions(); session++) {
            step(new Action(-40 - session, 0, false, new Ask.Close(session, way)));
        }
        step(new Action(-31, Swarm.MILLI_NANOS * 1_000_000, false, new Ask.Tick()));
        flush();
        while (snapshot != null) {
            snapshot = snapshot.goOn() ? snapshot : null;
        }
        restore();
        phrases.everyCallIsAnswered();
    }

    private void flush() {
        if (!pending) {
            return;
        }
        pending = false;
        long wallMillis = WALL_MILLIS + nowNanos / 1_000_000;
        Batch batch = new Batch(nowNanos, wallMillis, List.copyOf(gathered)).in(first.format());
        gathered.clear();
        try {
            Effects effects = apply(first, batch);
            ByteBuffer bytes = ByteBuffer.wrap(BatchCodec.encode(batch));
            Batch read = BatchCodec.decode(bytes, Format.NEWEST);
            if (!read.equals(batch)) {
                throw new FoundException("the decoded batch differs: " + read);
            }
            Effects others = apply(second, read);
            check(batch, effects, others);
        } catch (IllegalStateException | NullPointerException | ClassCastException e) {
            throw new FoundException("the machine failed: " + e, e);
        }
    }

    private void check(Batch batch, Effects effects, Effects others) {
        nowNanos = Math.max(nowNanos, first.nowNanos());
        if (!effects.replies().equals(others.replies())) {
            throw new FoundException("the replies of two replicas differ: " + effects.replies()
                    + " and " + others.replies());
        }
        if (!effects.events().equals(others.events())) {
            throw new FoundException("the events of two replicas differ");
        }
        if (first.hash() != second.hash()) {
            throw new FoundException("the states of two replicas differ");
        }
        compare(effects.replies(), model.apply(batch, full(effects.replies())));
        // A start command in the batch may have advanced the time after the grant was made.
        effects.replies().forEach(reply -> phrases.answered(reply, batch.timeNanos()));
        phrases.batchIsOver(nowNanos);
        effects.events().forEach(this::checkFence);
        mark(effects);
        if (!limited) {
            history.check(effects.events(), first);
        }
        String difference = model.difference(first);
        if (difference != null) {
            throw new FoundException(difference);
        }
        List<String> problems = Inspection.problems(first);
        if (problems.isEmpty() && batches++ % 8 == 0) {
            problems = Inspection.problems(second);
        }
        if (!problems.isEmpty()) {
            throw new FoundException("broken: " + problems);
        }
        if (snapshot != null && !snapshot.goOn()) {
            snapshot = null;
        }
    }

    /** Returns the commands that found the state full: the model does not count its bytes. */
    private static Set<Origin> full(List<Reply> replies) {
        Set<Origin> full = new HashSet<>();
        for (Reply reply : replies) {
            if (reply.outcome().equals(Refusal.STATE_FULL.outcome())) {
                full.add(reply.origin());
            }
        }
        return full;
    }

    private static void compare(List<Reply> replies, List<Reply> expected) {
        if (replies.size() != expected.size()) {
            throw new FoundException("answers: " + replies + ", expected: " + expected);
        }
        for (Reply want : expected) {
            Outcome got = null;
            for (Reply reply : replies) {
                got = reply.origin().equals(want.origin()) ? reply.outcome() : got;
            }
            boolean opened =
                    got instanceof Outcome.Opened && want.outcome() instanceof Outcome.Opened;
            if (!opened && !want.outcome().equals(withoutEstimate(got))) {
                throw new FoundException("call " + want.origin().sequence() + " got " + got
                        + ", expected " + want.outcome());
            }
        }
    }

    /** The model estimates nothing, because no decision depends on an estimate. */
    private static @Nullable Outcome withoutEstimate(@Nullable Outcome outcome) {
        return switch (outcome) {
            case Outcome.Queued queued -> new Outcome.Queued(queued.position(), Estimate.NONE);
            case Outcome.TimedOut _ -> Outcome.TIMED_OUT;
            case Outcome.EntityLockRefused refused ->
                new Outcome.EntityLockRefused(refused.reason(), refused.number());
            case Outcome.NodeRefused refused ->
                new Outcome.NodeRefused(
                        refused.reason(), refused.holder(), refused.word(), refused.lapsedMillis());
            case null, default -> outcome;
        };
    }

    private void checkFence(Event event) {
        if (event instanceof Event.Granted granted) {
            if (granted.fence() <= lastFence) {
                throw new FoundException(
                        "fence " + granted.fence() + " comes after fence " + lastFence);
            }
            lastFence = granted.fence();
        }
    }

    Marks marks() {
        return model.marks();
    }

    private static String mark(Outcome outcome) {
        if (outcome instanceof Outcome.Refused refused) {
            return "refused " + refused.reason();
        }
        if (outcome instanceof Outcome.LockRefused refused) {
            return "refused " + refused.reason();
        }
        return outcome instanceof Outcome.PoolRefused refused
                ? "refused " + refused.reason()
                : outcome.getClass().getSimpleName();
    }

    private void mark(Effects effects) {
        for (Reply reply : effects.replies()) {
            model.marks().hit(mark(reply.outcome()));
        }
        for (Event event : effects.events()) {
            String reason = switch (event) {
                case Event.Ended e -> "grant ended: " + e.reason();
                case Event.WaitEnded e -> "wait ended: " + e.reason();
                case Event.SessionEnded e -> "session ended: " + e.reason();
                case Event.Granted _ -> "granted";
                case Event.Queued _ -> "queued";
                case Event.SessionOpened _ -> "session opened";
                case Event.Forgotten _ -> "key forgotten";
                case Event.SettingsChanged _ -> "settings changed";
                case Event.ClaimMoved e -> "claim " + e.status();
            };
            model.marks().hit(reason);
        }
    }

    private void restore() {
        // While the first replica writes a snapshot of its own, the second one is the source.
        Machine source = snapshot == null ? first : second;
        second = readBack(SnapshotInPieces.copy(source, this::pieces));
    }
}
