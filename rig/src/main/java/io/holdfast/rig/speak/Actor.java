package io.holdfast.rig.speak;

import io.holdfast.rig.history.Action;
import io.holdfast.rig.history.Belief;
import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Refusals;
import io.holdfast.rig.history.Resource;
import io.holdfast.rig.history.Result;
import io.holdfast.rig.history.Result.Granted;
import io.holdfast.rig.load.Findings.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One client of one API. In each turn it acquires a contended resource, holds it briefly, and
 * releases it or lets the lease expire. It also keeps uncontended grants of its own across faults,
 * because those must still be there afterwards.
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

    /** How long before the end of its lease a client stops relying on it. */
    private static final long BELIEF_MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final int OWN_MAX = 4;
    private static final int OWN_TTL_SECONDS = 90;
    private static final int VALUES = 2;

    /**
     * Values get new names regularly, because a history of one value must stay short enough to
     * check.
     */
    private static final int VALUE_TURNS = 40;

    private final Fleet fleet;
    private final int number;
    private final Random random;
    private final Speaker speaker;
    private final BooleanSupplier enough;
    private final Deque<Held> own = new ArrayDeque<>();
    private final long startNanos = System.nanoTime();
    private int owned;
    private int written;

    private record Held(Resource resource, Granted granted, long sentNanos) {}

    public Actor(Fleet fleet, Dialect dialect, int number, long seed, BooleanSupplier enough) {
        this.fleet = fleet;
        this.number = number;
        this.random = new Random(seed);
        this.enough = enough;
        this.speaker = switch (dialect) {
            case LOCKS -> new LockSpeaker(fleet, number, random);
            case LINE -> new LineSpeaker(fleet, number, random);
            case CLAIMS -> new ClaimSpeaker(fleet, number, random);
            case POOLS -> new PoolSpeaker(fleet, number, random);
            case ENTITIES -> new EntitySpeaker(fleet, number, random);
            case NODES -> new NodesSpeaker(fleet, number, random);
        };
    }

    @Override
    public void run() {
        try (speaker) {
            while (!enough.getAsBoolean()) {
                turn();
                LockSupport.parkNanos(random.nextInt(2_000_000));
            }
        } catch (RuntimeException e) {
            fleet.findings().add(Kind.ANSWER, "a client failed: " + e);
        }
    }

    private void turn() {
        int dice = random.nextInt(100);
        if (dice < 15) {
            keepOwn();
        } else if (dice < 30) {
            value();
        } else if (dice < 42) {
            speaker.look(anyShared());
        } else {
            Resource resource = anyShared();
            Held held = random.nextInt(3) == 0 ? inTwoPhases(resource) : atOnce(resource);
            if (held == null && !enough.getAsBoolean()) {
                held = inTwoPhases(resource);
            }
            if (held != null) {
                holdAndGiveBack(held);
            }
        }
    }

    private Resource anyShared() {
        return speaker.shared().get(random.nextInt(speaker.shared().size()));
    }

    private @Nullable Held atOnce(Resource resource) {
        return held(speaker.acquire(resource, 1 + random.nextInt(3), random.nextInt(3)));
    }

    private @Nullable Held inTwoPhases(Resource resource) {
        Operation place = speaker.enqueue(resource, 2 + random.nextInt(3));
        if (place == null || place.result() instanceof Granted) {
            return held(place);
        }
        if (place.result() instanceof Result.Refused) {
            return null;
        }
        while (!enough.getAsBoolean()) {
            Operation collected = speaker.collect(resource, random.nextInt(3));
            boolean waits = collected != null
                    && collected.result() instanceof Result.Refused(String why)
                    && why.equals(Refusals.STILL_WAITING);
            if (!waits) {
                return held(collected);
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
            untilNanos = renewed(speaker.renew(resource, fence, 2 + random.nextInt(2)), untilNanos);
        }
        boolean forget = random.nextInt(25) == 0;
        long believedNanos = untilNanos - BELIEF_MARGIN_NANOS;
        fleet.beliefs()
                .add(new Belief(
                        resource,
                        fence,
                        forget && speaker.outlivesConnections()
                                ? believedNanos
                                : Math.min(believedNanos, System.nanoTime())));
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

    /** Acquires a resource of its own, or checks that a grant it has is still there. */
    private void keepOwn() {
        if (own.size() < OWN_MAX) {
            Resource resource = speaker.own(owned++);
            Operation taken = resource == null ? null : takeOwn(resource);
            Held held = held(taken);
            if (held != null) {
                own.add(held);
            }
            return;
        }
        Held held = own.removeFirst();
        if (random.nextInt(3) == 0) {
            speaker.release(held.resource(), held.granted().fence());
        } else {
            Operation renewed =
                    speaker.renew(held.resource(), held.granted().fence(), OWN_TTL_SECONDS);
            if (renewed != null && renewed.result() instanceof Result.Done) {
                own.add(held);
            }
        }
    }

    private @Nullable Operation takeOwn(Resource resource) {
        Operation taken = speaker.acquire(resource, OWN_TTL_SECONDS, 0);
        return taken == null ? speaker.enqueue(resource, OWN_TTL_SECONDS) : taken;
    }

    private void value() {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
        String item = "v" + seconds / VALUE_TURNS + "-" + random.nextInt(VALUES);
        speaker.value(item, random.nextInt(3) == 0 ? number + "." + written++ : null);
    }
}
