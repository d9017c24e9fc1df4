package io.holdfast.rig.restart;

import io.holdfast.rig.group.Group;
import io.holdfast.rig.group.Loopback;
import io.holdfast.rig.group.Member;
import io.holdfast.rig.history.Findings;
import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Restarts;
import io.holdfast.rig.history.Restarts.Survivors;
import io.holdfast.rig.history.Result;
import io.holdfast.rig.history.Verdict;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.speak.Actor;
import io.holdfast.rig.speak.Fleet;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One server after another on the same data and the same ports, with clients that continue across
 * restarts. Clients work in rounds, because the history of a round must stay short enough to check.
 */
public final class Campaign implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 120;

    private final Setup setup;
    private final Group group;
    private final Member server;
    private final Random random;
    private final Findings findings = new Findings();
    private final List<Long> restartMillis = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<Long> startedNanos = new ArrayList<>();
    private final AtomicBoolean enough = new AtomicBoolean();
    private Fleet fleet;
    private Tally tally = new Tally(0, 0, 0, 0, 0, 0, new Survivors(0, 0, 0, 0, 0));
    private @Nullable Operation lastGrant;
    private int rounds;

    /**
     * The numbers of a campaign.
     *
     * @param unknown operations whose outcome stayed unknown
     * @param repeats old requests that were repeated
     * @param undecided resources with too many lost answers to find an order
     */
    public record Tally(
            long operations,
            long unknown,
            long grants,
            long repeats,
            long storageFailures,
            long undecided,
            Survivors survivors) {}

    /** Starts the server. Its output goes to files in the directory. */
    public Campaign(Setup setup, Path directory, long seed) throws IOException {
        this.setup = setup;
        this.random = new Random(seed);
        this.group = new Group(setup.layout(), new Loopback(), directory);
        this.server = group.members().getFirst();
        this.fleet = Fleet.of("r0", group.stations());
        group.start();
    }

    public ServerProcess server() {
        return server.process();
    }

    /** Returns the violations that were found so far. */
    public Findings findings() {
        return findings;
    }

    /** Returns the numbers of all rounds that were checked. */
    public Tally tally() {
        return tally;
    }

    /** Returns the times from the start of each later process to its first reply. */
    public List<Long> restartMillis() {
        return List.copyOf(restartMillis);
    }

    /** Returns the number of operations in the current round. */
    long operations() {
        return fleet.recorder().count();
    }

    /** Starts the clients of a round. */
    public void begin() {
        fleet = Fleet.of("r" + rounds++, group.stations());
        enough.set(false);
        startedNanos.clear();
        for (int number = 0; number < setup.clients(); number++) {
            Actor actor = new Actor(
                    fleet, setup.dialect(), number, setup.habits(), random.nextLong(), enough::get);
            threads.add(Thread.ofPlatform().name("client-" + number).start(actor));
        }
    }

    /**
     * Waits until the clients have performed this number of further operations, and got a contended
     * resource. However slow the disk is, the next operation must come in time.
     */
    public void awaitOperations(long more) {
        long seen = operations();
        long wanted = seen + more;
        long turns = fleet.recorder().turns();
        long seenNanos = System.nanoTime();
        while (operations() < wanted || fleet.recorder().turns() == turns) {
            if (!unharmed()) {
                return;
            }
            if (operations() > seen && seen < wanted) {
                seen = operations();
                seenNanos = System.nanoTime();
            }
            if (System.nanoTime() - seenNanos > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                findings.add(
                        Kind.LIVENESS,
                        operations() + " operations instead of " + wanted + ", and "
                                + (fleet.recorder().turns() - turns)
                                + " grants of contended resources");
                return;
            }
            LockSupport.parkNanos(100_000);
        }
    }

    /** Returns whether no violation was found, in this round either. */
    boolean unharmed() {
        return findings.none() && fleet.findings().none();
    }

    /** Starts the next process, and waits for its first reply. The last one must be ending. */
    public void restart() throws IOException {
        launch();
        server.awaitServing();
        try (Wire wire = new Wire(server.http(), null)) {
            wire.ask(Request.get("/health"));
        }
        ServerProcess started = server.process();
        restartMillis.add(
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started.startedNanos()));
        Actor.readBack(fleet, setup.dialect());
    }

    /** Starts a process and kills it before it is ready. */
    public void restartAndKill(long afterMillis) throws IOException, InterruptedException {
        launch();
        Thread.sleep(afterMillis);
        server.kill();
    }

    private void launch() throws IOException {
        server.process().awaitExit();
        startedNanos.add(System.nanoTime());
        server.launch();
    }

    /** Ends the clients of the round, and checks their history. */
    public void check() throws InterruptedException {
        end();
        List<Operation> history = fleet.recorder().operations();
        Restarts restarts = new Restarts(startedNanos, setup.exactLeases());
        List<Operation> checked = new ArrayList<>(history);
        if (lastGrant != null) {
            // Fences rise from round to round.
            checked.add(lastGrant);
        }
        Verdict verdict = new Verdict(checked, List.copyOf(fleet.beliefs()), restarts);
        findings.addAll(verdict.findings());
        findings.addAll(fleet.findings());
        history.stream()
                .filter(operation -> operation.result() instanceof Result.Granted)
                .max((a, b) -> Long.compare(fence(a), fence(b)))
                .ifPresent(operation -> lastGrant = operation);
        tally = new Tally(
                tally.operations() + fleet.recorder().count(),
                tally.unknown() + fleet.recorder().unknown(),
                tally.grants() + fleet.recorder().grants(),
                tally.repeats() + fleet.recorder().repeats(),
                tally.storageFailures() + Restarts.storageFailures(history),
                tally.undecided() + verdict.undecided(),
                tally.survivors().plus(restarts.survivors(history)));
    }

    private static long fence(Operation operation) {
        return operation.result() instanceof Result.Granted granted ? granted.fence() : 0;
    }

    private void end() throws InterruptedException {
        enough.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        threads.clear();
    }

    @Override
    public void close() throws InterruptedException {
        end();
        group.close();
    }
}
