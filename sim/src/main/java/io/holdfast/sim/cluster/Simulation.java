package io.holdfast.sim.cluster;

import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.sim.Chance;
import io.holdfast.sim.Marks;
import io.holdfast.sim.cluster.check.Findings;
import io.holdfast.sim.cluster.check.Findings.Checker;
import io.holdfast.sim.cluster.check.Holdings;
import io.holdfast.sim.cluster.check.Truth;
import io.holdfast.sim.cluster.client.Clients;
import io.holdfast.sim.cluster.client.Edge;
import io.holdfast.sim.cluster.client.SimClient;
import io.holdfast.sim.cluster.member.Plants;
import io.holdfast.sim.cluster.member.SimLog;
import io.holdfast.sim.cluster.member.SimMember;
import io.holdfast.sim.cluster.world.Events;
import io.holdfast.sim.cluster.world.Network;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One history of the whole cluster, in one thread: a time with faults, a calm time in which
 * everything must work, and an end at which everything was released.
 */
public final class Simulation {

    private static final long SECOND = 1_000_000_000L;

    /** Until then after the last fault, members may still be lost and elected. */
    private static final long SETTLE_NANOS = 25 * SECOND;

    private static final long CALM_NANOS = 15 * SECOND;

    /** Until then after their stop, all clients have their answers. */
    private static final long END_NANOS = 40 * SECOND;

    /** Until then all leases, sessions and remembered answers have expired. */
    private static final long QUIET_NANOS = 60 * SECOND;

    private static final long LAG_NANOS_MAX = 5 * SECOND;

    private final Options options;
    private final Findings findings = new Findings();
    private final Marks marks = new Marks();
    private final Events events;
    private final Network network;
    private final Truth truth;
    private final Holdings holdings;
    private final Cluster cluster;
    private final Operator operator;
    private final Edge edge;
    private final List<SimClient> clients = new ArrayList<>();

    public Simulation(Options options, Plants plants) {
        this.options = options;
        Chance chance = new Chance(options.seed());
        this.events = new Events(chance.fork(1));
        this.network = new Network(events, chance.fork(3), options.network());
        this.truth = new Truth(events, findings, marks);
        this.holdings = new Holdings(events, findings);
        this.cluster = new Cluster(options, events, network, truth, marks, plants);
        this.operator = new Operator(cluster, marks);
        this.edge = new Edge(
                events,
                network,
                cluster.members(),
                truth,
                holdings,
                findings,
                marks,
                plants,
                new Edge.Progress());
        Chance drawn = chance.fork(4);
        for (int i = 0; i < options.clients(); i++) {
            clients.add(Clients.of(i, edge, drawn.fork(i), options.habits()));
        }
    }

    /** Tells what happens, line by line. */
    public Simulation tracing(Consumer<String> lines) {
        truth.trace(lines);
        return this;
    }

    /** What came out of one history. */
    public record Result(
            Options options,
            List<Findings.Finding> findings,
            Marks marks,
            long simulatedNanos,
            long commands,
            long messages,
            long grants,
            long reads) {

        public boolean failed() {
            return !findings.isEmpty();
        }
    }

    public Result run() {
        try {
            play();
        } catch (RuntimeException e) {
            StackTraceElement[] at = e.getStackTrace();
            findings.add(
                    Checker.CRASH, events.nowNanos(), e + (at.length == 0 ? "" : " at " + at[0]));
        }
        return new Result(
                options,
                findings.all(),
                marks,
                events.nowNanos(),
                truth.commands(),
                network.messages(),
                holdings.grants(),
                edge.progress().reads());
    }

    private void play() {
        cluster.found();
        operator.start();
        clients.forEach(SimClient::start);
        List<String> names = clients.stream().map(SimClient::name).toList();
        new Injector(cluster, operator, edge, names, marks).schedule(options.faults());
        go(options.faultNanos() + SECOND);
        go(SETTLE_NANOS);
        edge.progress().calmFrom(events.nowNanos());
        long before = edge.progress().answered();
        go(CALM_NANOS);
        checkCalm(before);
        clients.forEach(SimClient::stop);
        for (long spent = 0; spent < END_NANOS && !allDone(); spent += SECOND) {
            go(SECOND);
        }
        checkEnded();
        if (findings.none()) {
            go(QUIET_NANOS);
            long index = truth.index();
            go(LAG_NANOS_MAX);
            checkQuiet(index);
        }
    }

    /** Goes on, unless something was found: what follows would only be its consequence. */
    private void go(long nanos) {
        long end = events.nowNanos() + nanos;
        while (findings.none() && events.nowNanos() < end) {
            events.runUntil(Math.min(end, events.nowNanos() + SECOND / 10));
        }
    }

    private boolean allDone() {
        return clients.stream().allMatch(SimClient::isDone);
    }

    private void checkCalm(long answeredBefore) {
        if (!findings.none()) {
            return;
        }
        for (SimMember member : cluster.members()) {
            if (!member.serves() && !operator.isChanging(member)) {
                SimLog log = member.log();
                find(
                        Checker.LIVENESS,
                        member.name() + " does not serve after the faults have stopped: "
                                + (log == null ? "down" : log.standing()));
            }
        }
        if (operator.isBusy()) {
            find(Checker.LIVENESS, "a change of the members does not end: " + operator);
        }
        if (edge.progress().answered() == answeredBefore) {
            find(Checker.LIVENESS, "no client was answered after the faults have stopped");
        }
    }

    private void checkEnded() {
        if (!findings.none()) {
            return;
        }
        for (SimClient client : clients) {
            client.open().forEach(exchange -> find(Checker.LIVENESS, exchange + " has not ended"));
        }
    }

    private void checkQuiet(long index) {
        if (!findings.none()) {
            return;
        }
        truth.inspect();
        for (SimMember member : cluster.members()) {
            SimLog log = member.log();
            if (log == null || log.node().applied() < index) {
                find(
                        Checker.LIVENESS,
                        member.name() + " has not applied everything: "
                                + (log == null ? "down" : log.standing()) + " of " + index);
            }
        }
        Query.GaugesAnswer left =
                truth.machine().read(new Query.Gauges(), new ReadPoint(truth.index(), 0));
        int sum = left.connections()
                + left.locksHeld()
                + left.lockWaiters()
                + left.semaphoreHolders()
                + left.semaphoreWaiters()
                + left.pools().leases()
                + left.pools().waiters()
                + left.claims().active()
                + left.claims().waiting();
        if (sum != 0) {
            find(Checker.LEAK, "left at the end: " + left);
        }
    }

    private void find(Checker checker, String text) {
        findings.add(checker, events.nowNanos(), text);
    }
}
