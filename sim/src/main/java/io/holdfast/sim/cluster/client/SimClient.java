package io.holdfast.sim.cluster.client;

import io.holdfast.core.command.Command;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.RequestId;
import io.holdfast.log.engine.Engine;
import io.holdfast.sim.Chance;
import io.holdfast.sim.cluster.check.Findings.Checker;
import io.holdfast.sim.cluster.check.Holdings.Hold;
import io.holdfast.sim.cluster.member.SimMember;
import io.holdfast.sim.cluster.world.SimProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client of one API: it does one thing after the other, and has a clock of its own. */
public abstract class SimClient {

    static final long MILLI_NANOS = 1_000_000L;
    static final long SECOND_NANOS = 1_000_000_000L;

    /** Clients stop this much before the end of a lease: clock rates differ by up to 1 %. */
    private static final long MARGIN_SHARE = 90;

    /** How clients act. */
    public record Habits(
            int keys,
            long pauseNanosMax,
            long holdNanosMax,
            long waitNanosMax,
            long ttlNanosMin,
            long ttlNanosMax,
            int requestIdPerMille,
            int impatiencePerMille,
            int forgetPerMille,
            long sessionIdleNanos,
            long nodeTtlNanos) {}

    private final String name;
    private final Edge edge;
    private final Chance chance;
    private final Habits habits;
    private final Actor actor;
    private final List<Exchange<?>> open = new ArrayList<>();
    private long requests;
    private boolean stopping;
    private boolean done;

    SimClient(String name, Edge edge, Chance chance, Habits habits) {
        this.name = name;
        this.edge = edge;
        this.chance = chance;
        this.habits = habits;
        this.actor = new Actor(Actor.DEFAULT_TENANT, "", "127.0.0.1");
    }

    public String name() {
        return name;
    }

    Edge edge() {
        return edge;
    }

    Chance chance() {
        return chance;
    }

    Habits habits() {
        return habits;
    }

    Actor actor() {
        return actor;
    }

    int impatiencePerMille() {
        return habits.impatiencePerMille();
    }

    /** Does the next thing; called when the last one has ended. */
    abstract void step();

    /** Gives up what it has, then calls {@link #finish}. */
    abstract void leave();

    public final void start() {
        next();
    }

    /** Goes on after a pause. */
    final void next() {
        if (done) {
            return;
        }
        edge.events().after(chance.between(0, habits.pauseNanosMax()), () -> {
            if (stopping) {
                leave();
            } else {
                step();
            }
        });
    }

    final void finish() {
        done = true;
    }

    /** Ends its work; it gives everything up. */
    public final void stop() {
        stopping = true;
    }

    public final boolean isDone() {
        return done;
    }

    public final List<Exchange<?>> open() {
        return open;
    }

    final void ended(Exchange<?> exchange) {
        open.remove(exchange);
    }

    final @Nullable RequestId newId() {
        return chance.perMille(habits.requestIdPerMille()) ? id() : null;
    }

    final RequestId id() {
        requests++;
        return new RequestId(name.hashCode(), requests, 1);
    }

    final <O extends Outcome> void ask(Request<O> request, Consumer<Told<O>> then) {
        ask(request, null, then);
    }

    final <O extends Outcome> void ask(
            Request<O> request, @Nullable SimMember only, Consumer<Told<O>> then) {
        Exchange<O> exchange = new Exchange<>(this, request, only, then);
        open.add(exchange);
        exchange.attempt();
    }

    final <O extends Outcome> void ask(Command<O> command, Consumer<Told<O>> then) {
        ask(Request.of(command, id()), then);
    }

    /** Counts on a grant until its lease ends by this client's clock. */
    final Hold hold(Told<?> told, String resource, int capacity, long fence, long ttlNanos) {
        return hold(told, resource, capacity, fence, ttlNanos, () -> false);
    }

    /** Counts on a lease that it may have had before: its fence proves nothing. */
    final Hold holdAgain(Told<?> told, String resource, long fence, long ttlNanos) {
        return edge.holdings()
                .granted(
                        name,
                        resource,
                        1,
                        fence,
                        0,
                        untilNanos(told.firstSentNanos(), ttlNanos),
                        () -> false);
    }

    /** @param excused whether the grant may have ended for a reason that it cannot know */
    final Hold hold(
            Told<?> told,
            String resource,
            int capacity,
            long fence,
            long ttlNanos,
            BooleanSupplier excused) {
        long now = edge.events().nowNanos();
        if (told.once() && told.parkedNanos() < now) {
            edge.holdings().served(name, resource, told.sentNanos(), told.parkedNanos(), fence);
        }
        return edge.holdings()
                .granted(
                        name,
                        resource,
                        capacity,
                        fence,
                        told.fencesBefore(),
                        untilNanos(told.firstSentNanos(), ttlNanos),
                        excused);
    }

    /** Returns when a lease ends, by this client's clock, that was requested at the given time. */
    final long untilNanos(long sentNanos, long ttlNanos) {
        long from = edge.plants().leaseFromNanos(sentNanos, edge.events().nowNanos());
        return from + ttlNanos - ttlNanos / MARGIN_SHARE;
    }

    /** Reads at some member, and checks that the answer is new enough. */
    final <A extends @Nullable Object> void read(
            Query<A> query, Runnable otherwise, Consumer<A> answer) {
        List<SimMember> members = edge.members();
        SimMember member = members.get(chance.below(members.size()));
        long acknowledged = edge.progress().acknowledged();
        boolean[] told = new boolean[1];
        Runnable failed = () -> {
            if (!told[0]) {
                told[0] = true;
                otherwise.run();
            }
        };
        edge.network().sendOnce(name, member.name(), () -> {
            SimProcess process = member.process();
            Engine engine = member.engine();
            if (process != null && engine != null) {
                process.run(() -> read(member, engine, query, acknowledged, failed, found -> {
                    if (!told[0]) {
                        told[0] = true;
                        answer.accept(found);
                    }
                }));
            }
        });
        edge.events().after(15 * SECOND_NANOS, failed);
    }

    private <A extends @Nullable Object> void read(
            SimMember member,
            Engine engine,
            Query<A> query,
            long acknowledged,
            Runnable failed,
            Consumer<A> answer) {
        Runnable fails = () -> edge.network().sendOnce(member.name(), name, failed);
        BiConsumer<A, ReadPoint> answers = (found, point) -> {
            edge.progress().read();
            if (point.index() < acknowledged) {
                edge.findings()
                        .add(
                                Checker.READ,
                                edge.events().nowNanos(),
                                name + " read index " + point.index() + " at " + member.name()
                                        + " after " + acknowledged);
            }
            edge.network().sendOnce(member.name(), name, () -> answer.accept(found));
        };
        if (edge.plants().readsStale()) {
            engine.readStale(query, answers);
        } else {
            engine.read(query, answers, fails);
        }
    }
}
