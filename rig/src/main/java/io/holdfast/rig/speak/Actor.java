package io.holdfast.rig.speak;

import io.holdfast.rig.history.Action;
import io.holdfast.rig.history.Belief;
import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Refusals;
import io.holdfast.rig.history.Resource;
import io.holdfast.rig.history.Result;
import io.holdfast.rig.history.Result.Granted;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One client of one API. In each turn it acquires a contended resource, holds it briefly, and
 * releases it or lets the lease expire. It also keeps uncontended grants of its own across faults,
 * because those must still be there afterwards, and those that it released must not.
 */
public final class Actor implements Runnable {

    /** The APIs, in the order in which clients are assigned to them. */
    public enum Dialect {
        LOCKS,
        LINE,
        CLAIMS,
        POOLS,
        ENTITIES,
        NODES
    }

    /**
     * The habits of a client.
     *
     * @param ownPercent the share of its turns that concern grants of its own
     * @param ownMax the number of grants of its own that it keeps
     * @param outlasting whether leases on contended resources outlast a restart; none of them is
     *     then left to expire
     * @param laterPercent the share of its places in a queue that it asks for in a later turn
     * @param leavePercent the share of its turns that end its session
     */
    public record Habits(
            int ownPercent, int ownMax, boolean outlasting, int laterPercent, double leavePercent) {

        /** For clusters, in which contended resources must not be blocked for long. */
        public static final Habits SHORT_LEASES = new Habits(15, 4, false, 0, 0);
    }

    /** How long before the end of its lease a client stops relying on it. */
    private static final long BELIEF_MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final int OWN_TTL_SECONDS = 90;
    private static final int OUTLASTING_TTL_SECONDS = 60;
    private static final int ENDED_MAX = 20;

    /** Added to a client's number for its rival and for the client that reads values back. */
    private static final int RIVAL = 1_000;

    private static final int VALUES = 2;

    /**
     * Values get new names regularly, because a history of one value must stay short enough to
     * check.
     */
    private static final int VALUE_TURNS = 40;

    private final Fleet fleet;
    private final int number;
    private final Random random;
    private final Habits habits;
    private final Speaker speaker;

    /** Requests what this client keeps for itself, and must not get it. */
    private final Speaker rival;

    private final BooleanSupplier enough;
    private final Deque<Held> own = new ArrayDeque<>();

    /** Grants of its own that it released. */
    private final Deque<Held> ended = new ArrayDeque<>();

    /** Resources for which it has a place in the queue that it has not asked for yet. */
    private final Set<Resource> later = new HashSet<>();

    private final long startNanos = System.nanoTime();
    private int owned;
    private int written;

    private record Held(Resource resource, Granted granted, long sentNanos) {}

    public Actor(
            Fleet fleet,
            Dialect dialect,
            int number,
            Habits habits,
            long seed,
            BooleanSupplier enough) {
        this.fleet = fleet;
        this.number = number;
        this.habits = habits;
        this.random = new Random(seed);
        this.enough = enough;
        this.speaker = speaker(fleet, dialect, number, random);
        this.rival = speaker(fleet, dialect, number + RIVAL, random);
    }

    private static Speaker speaker(Fleet fleet, Dialect dialect, int number, Random random) {
        return switch (dialect) {
            case LOCKS -> new LockSpeaker(fleet, number, random);
            case LINE -> new LineSpeaker(fleet, number, random);
            case CLAIMS -> new ClaimSpeaker(fleet, number, random);
            case POOLS -> new PoolSpeaker(fleet, number, random);
            case ENTITIES -> new EntitySpeaker(fleet, number, random);
            case NODES -> new NodesSpeaker(fleet, number, random);
        };
    }

    /** Reads every value whose write was acknowledged. */
    public static void readBack(Fleet fleet, Dialect dialect) {
        try (Speaker reader = speaker(fleet, dialect, RIVAL, new Random())) {
            fleet.recorder().operations().stream()
                    .filter(operation -> operation.action() instanceof Action.Write
                            && operation.result() instanceof Result.Done)
                    .map(Operation::resource)
                    .distinct()
                    .forEach(reader::read);
        }
    }

    @Override
    public void run() {
        try (speaker;
                rival) {
            while (!enough.getAsBoolean()) {
                turn();
                LockSupport.parkNanos(random.nextInt(2_000_000));
            }
        } catch (RuntimeException e) {
            fleet.findings().add(Kind.ANSWER, "a client failed: " + e);
        }
    }

    private void turn() {
        if (random.nextDouble() * 100 < habits.leavePercent()) {
            leave();
        }
        if (random.nextInt(100) < habits.ownPercent()) {
            keepOwn();
            return;
        }
        int dice = random.nextInt(100);
        if (dice < 18) {
            value();
        } else if (dice < 32) {
            speaker.look(anyShared());
        } else {
            Resource resource = anyShared();
            Held held = random.nextInt(3) == 0 ? inTwoPhases(resource) : atOnce(resource);
            if (held == null && !later.contains(resource) && !enough.getAsBoolean()) {
                held = inTwoPhases(resource);
            }
            if (held != null) {
                fleet.recorder().addTurn();
                holdAndGiveBack(held);
            }
        }
    }

    private Resource anyShared() {
        return speaker.shared().get(random.nextInt(speaker.shared().size()));
    }

    private @Nullable Held atOnce(Resource resource) {
        return held(speaker.acquire(resource, ttlSeconds(1), random.nextInt(3)));
    }

    private int ttlSeconds(int least) {
        return habits.outlasting() ? OUTLASTING_TTL_SECONDS : least + random.nextInt(3);
    }

    private @Nullable Held inTwoPhases(Resource resource) {
        if (!later.remove(resource)) {
            Operation place = speaker.enqueue(resource, ttlSeconds(2));
            if (place == null || place.result() instanceof Granted) {
                return held(place);
            }
            if (place.result() instanceof Result.Queued
                    && random.nextInt(100) < habits.laterPercent()) {
                later.add(resource);
            }
            if (place.result() instanceof Result.Refused || later.contains(resource)) {
                return null;
            }
        }
        while (!enough.getAsBoolean()) {
            Operation collected = speaker.collect(resource, random.nextInt(3));
            boolean waits = collected != null
                    && collected.result() instanceof Result.Refused(String why)
                    && why.equals(Refusals.STILL_WAITING);
            if (!waits) {
                return held(collected);
            }
            if (random.nextInt(40) == 0) {
                speaker.withdraw(resource);
                return null;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5 + random.nextInt(20)));
        }
        return null;
    }

    private static @Nullable Held held(@Nullable Operation operation) {
        return operation != null && operation.result() instanceof Granted granted
                ? new Held(operation.resource(), granted, operation.invokedNanos())
                : null;
    }

    private void holdAndGiveBack(Held held) {
        Resource resource = held.resource();
        long fence = held.granted().fence();
        long fromNanos = held.granted().leaseFromNanos();
        long untilNanos =
                (fromNanos == 0 ? held.sentNanos() : fromNanos) + held.granted().ttlNanos();
        for (int i = random.nextInt(3); i > 0; i--) {
            LockSupport.parkNanos(random.nextInt(10_000_000));
            untilNanos = renewed(speaker.renew(resource, fence, ttlSeconds(2)), untilNanos);
        }
        if (random.nextBoolean()) {
            speaker.validate(resource, fence);
        }
        boolean forget = !habits.outlasting() && random.nextInt(25) == 0;
        // The end of its session may end a grant that the client does not release.
        boolean believes = forget && speaker.outlivesConnections() && habits.leavePercent() == 0;
        long believedNanos = untilNanos - BELIEF_MARGIN_NANOS;
        fleet.beliefs()
                .add(new Belief(
                        resource,
                        fence,
                        believes ? believedNanos : Math.min(believedNanos, System.nanoTime())));
        if (!forget) {
            speaker.release(resource, fence);
            if (random.nextInt(20) == 0) {
                speaker.renew(resource, fence, 2);
            }
        }
    }

    /** Returns until when the client may rely on its lease after a renewal. */
    private static long renewed(@Nullable Operation operation, long untilNanos) {
        if (operation == null || !(operation.action() instanceof Action.Renew renew)) {
            return untilNanos;
        }
        long renewedNanos = operation.invokedNanos() + renew.ttlNanos();
        return switch (operation.result()) {
            case Result.Done _ -> renewedNanos;
            case Result.Unknown _ -> Math.min(untilNanos, renewedNanos);
            case Result.Refused _ -> Math.min(untilNanos, operation.invokedNanos());
            case Granted _, Result.Queued _, Result.Seen _, Result.Value _, Result.NotSent _ ->
                untilNanos;
        };
    }

    /** Acquires a resource of its own, or checks one that it has or had. */
    private void keepOwn() {
        if (own.size() < habits.ownMax()) {
            acquireOwn();
            return;
        }
        Held held = own.removeFirst();
        int dice = random.nextInt(6);
        if (dice < 2) {
            if (isDone(speaker.release(held.resource(), held.granted().fence()))) {
                end(held);
            }
        } else if (dice == 2) {
            if (rivalIsRefused(held)) {
                own.add(held);
            }
        } else if (isDone(
                speaker.renew(held.resource(), held.granted().fence(), OWN_TTL_SECONDS))) {
            own.add(held);
        }
        if (ended.size() > random.nextInt(ENDED_MAX)) {
            checkEnded(ended.removeFirst());
        }
    }

    private static boolean isDone(@Nullable Operation operation) {
        return operation != null && operation.result() instanceof Result.Done;
    }

    private void acquireOwn() {
        Resource resource = speaker.own(owned++);
        if (resource != null) {
            // Most leases outlast a restart, and some end during it.
            int ttlSeconds = random.nextInt(8) == 0 ? 1 + random.nextInt(2) : OWN_TTL_SECONDS;
            Held held = takeOwn(resource, ttlSeconds);
            if (held != null) {
                own.add(held);
            }
        }
    }

    /** Only this client acquires the resource, and it has no grant of it. */
    private @Nullable Held takeOwn(Resource resource, int ttlSeconds) {
        Operation taken = speaker.acquire(resource, ttlSeconds, 0);
        if (taken == null) {
            taken = speaker.enqueue(resource, ttlSeconds);
        }
        // An earlier attempt may have got it.
        if (taken != null
                && taken.attempts().getFirst().result().definite()
                && held(taken) == null) {
            fleet.findings().add(Kind.ANSWER, "a free resource was refused: " + taken);
        }
        return held(taken);
    }

    /** The rival can get the resource only after the lease. */
    private boolean rivalIsRefused(Held held) {
        Operation taken = rival.acquire(held.resource(), 2, 0);
        if (taken != null && taken.result() instanceof Granted granted) {
            rival.release(held.resource(), granted.fence());
        }
        return taken == null || taken.result() instanceof Result.Refused;
    }

    private void end(Held held) {
        if (ended.size() < ENDED_MAX) {
            ended.add(held);
        }
    }

    /** A released grant cannot be renewed, and its resource is free. */
    private void checkEnded(Held held) {
        speaker.renew(held.resource(), held.granted().fence(), OWN_TTL_SECONDS);
        Held again = takeOwn(held.resource(), OWN_TTL_SECONDS);
        if (again != null) {
            speaker.release(held.resource(), again.granted().fence());
        }
    }

    private void leave() {
        later.clear();
        if (speaker.leave()) {
            own.forEach(this::end);
            own.clear();
        }
    }

    private void value() {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
        String item = "v" + seconds / VALUE_TURNS + "-" + random.nextInt(VALUES);
        speaker.value(item, random.nextInt(3) == 0 ? number + "." + written++ : null);
    }
}
