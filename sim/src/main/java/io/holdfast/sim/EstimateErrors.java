package io.holdfast.sim;

import io.holdfast.core.Machine;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.query.ResourceAnswer;
import io.holdfast.core.query.ResourceAnswer.WaiterRow;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Estimate;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.Token;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * Measures how well waits are estimated. One lock always has the same number of waiters; each of
 * them notes its estimate when it joins the queue, and when it becomes the next one.
 */
final class EstimateErrors {

    private static final int WAITERS = 4;
    private static final int GRANTS = 5_000;
    private static final double MEAN_MILLIS = 10_000;
    private static final long MILLI_NANOS = 1_000_000;
    private static final ResourceName NAME = new ResourceName("", Space.LOCKS, "k");

    private final Shape shape;
    private final Chance chance = new Chance(0xE57L);
    private final Machine machine = new Machine();
    private final Deque<Waiting> queue = new ArrayDeque<>();
    private final List<Noted> joined = new ArrayList<>();
    private final List<Noted> headed = new ArrayList<>();
    /** The token of the first grant, which nothing waited for. */
    private Token first = new Token(0, 0);

    private long nowMillis;
    private long sequence;

    /** How hold times are distributed. */
    enum Shape {
        CONSTANT,
        EXPONENTIAL,
        BIMODAL,
        DRIFTING
    }

    /** A call in the queue. */
    private record Waiting(SessionId session, long call) {}

    /** An estimate, and when it was made. */
    private record Noted(long call, long atMillis, Estimate estimate, long waitedMillis) {

        Noted granted(long nowMillis) {
            return new Noted(call, atMillis, estimate, nowMillis - atMillis);
        }
    }

    private EstimateErrors(Shape shape) {
        this.shape = shape;
    }

    /** Returns the rows of the table in docs/api/resources.md, which are always the same. */
    static List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            EstimateErrors errors = new EstimateErrors(shape);
            errors.play();
            rows.add(errors.row(1, errors.headed));
            rows.add(errors.row(WAITERS, errors.joined));
        }
        return rows;
    }

    private void play() {
        ask(new MemberCommand.Started("n1", 1, 0, 0));
        ask(new MemberCommand.RaiseFormat(Format.NEWEST));
        ask(new MemberCommand.Configure(new Settings(
                1L << 60, 0, 1L << 60, true, 1_000, 1_000, 1_000, 1_000, 1L << 60, 1_000)));
        for (int i = 0; i <= WAITERS; i++) {
            SessionId session = new SessionId(0, i);
            ask(new SessionCommand.Open(session, null, false));
            join(session);
        }
        SessionId holder = queue.removeFirst().session;
        Token held = first;
        for (int i = 0; i < GRANTS; i++) {
            nowMillis += holdMillis(i);
            Waiting next = queue.removeFirst();
            Token granted = release(holder, held, next);
            settle(joined, next.call);
            settle(headed, next.call);
            Waiting head = queue.getFirst();
            note(headed, head.call, 0);
            join(holder);
            holder = next.session;
            held = granted;
        }
    }

    private void join(SessionId session) {
        queue.addLast(new Waiting(session, sequence + 1));
        Effects effects = ask(new LocksCommand.Acquire(
                NAME, KeyKind.LOCK, session, 1, 1L << 60, 1L << 60, sequence + 1, null));
        for (Reply reply : effects.replies()) {
            if (reply.outcome() instanceof Outcome.Granted granted) {
                first = granted.token();
            }
        }
        note(joined, sequence, queue.size() - 1);
    }

    private Token release(SessionId holder, Token held, Waiting next) {
        Token granted = null;
        for (Reply reply :
                ask(new LocksCommand.Release(NAME, KeyKind.LOCK, holder, held)).replies()) {
            if (reply.origin().sequence() == next.call
                    && reply.outcome() instanceof Outcome.Granted given) {
                granted = given.token();
            }
        }
        if (granted == null) {
            throw new FoundException("the next waiter was not granted");
        }
        return granted;
    }

    private void note(List<Noted> list, long call, int index) {
        ResourceAnswer found =
                machine.read(new Query.FindResource(NAME), new ReadPoint(0, machine.nowNanos()));
        if (found != null && index < found.waiters().size()) {
            WaiterRow row = found.waiters().get(index);
            if (row.estimate().known()) {
                list.add(new Noted(call, nowMillis, row.estimate(), -1));
            }
        }
    }

    private void settle(List<Noted> list, long call) {
        for (int i = list.size() - 1; i >= 0 && i >= list.size() - WAITERS - 1; i--) {
            Noted noted = list.get(i);
            if (noted.call == call) {
                list.set(i, noted.granted(nowMillis));
            }
        }
    }

    private long holdMillis(int grant) {
        double unit = (chance.below(1 << 30) + 1) / (double) (1 << 30);
        double millis = switch (shape) {
            case CONSTANT -> MEAN_MILLIS;
            case EXPONENTIAL -> -StrictMath.log(unit) * MEAN_MILLIS;
            case BIMODAL -> unit < 0.8 ? MEAN_MILLIS / 10 : 4.6 * MEAN_MILLIS;
            // Doubles and halves again over 200 grants, with ten percent of noise.
            case DRIFTING ->
                MEAN_MILLIS
                        * (1.5 + 0.5 * StrictMath.sin(grant * Math.PI / 100))
                        * (0.9 + 0.2 * unit);
        };
        return Math.max(1, Math.round(millis));
    }

    private String row(int position, List<Noted> all) {
        List<Noted> settled =
                all.stream().filter(noted -> noted.waitedMillis >= 0).toList();
        double[] errors = settled.stream()
                .mapToDouble(noted -> Math.abs(noted.estimate.typicalMillis() - noted.waitedMillis)
                        / (double) Math.max(1, noted.waitedMillis))
                .sorted()
                .toArray();
        long below = settled.stream()
                .filter(noted -> noted.waitedMillis < noted.estimate.lowMillis())
                .count();
        long above = settled.stream()
                .filter(noted -> noted.waitedMillis > noted.estimate.highMillis())
                .count();
        double count = settled.size();
        return String.format(
                Locale.ROOT,
                "| %s | %d | %.0f %% | %.0f %% | %.0f %% | %.0f %% |",
                shape.name().toLowerCase(Locale.ROOT),
                position,
                100 * errors[errors.length / 2],
                100 * below / count,
                100 * (count - below - above) / count,
                100 * above / count);
    }

    private Effects ask(Command<?> command) {
        Origin origin = new Origin("n1", 1, ++sequence);
        Proposal proposal = new Proposal(origin, new Actor("", "", ""), null, command);
        long nanos = nowMillis * MILLI_NANOS;
        return machine.apply(new Batch(nanos, nowMillis, List.of(proposal)).in(machine.format()));
    }
}
