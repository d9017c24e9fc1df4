package io.holdfast.rig.speak;

import io.holdfast.rig.history.Action;
import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Operation.Attempt;
import io.holdfast.rig.history.Resource;
import io.holdfast.rig.history.Result;
import io.holdfast.rig.wire.LineWire;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The locks API over the line protocol. The connection is the session: its grants may be free once
 * it is closed. There are no request ids, so a lost answer cannot be recovered.
 */
final class LineSpeaker implements Speaker {

    private static final int PATIENCE_MILLIS = 8_000;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Fleet fleet;
    private final String name;
    private final Random random;
    private final Map<Long, String> tokens = new HashMap<>();
    private final Set<Resource> touched = new HashSet<>();
    private @Nullable LineWire wire;
    private long heardNanos;
    private int station;
    private int sessions;

    LineSpeaker(Fleet fleet, int number, Random random) {
        this.fleet = fleet;
        this.name = "line-" + number;
        this.random = random;
        this.station = number % fleet.stations().size();
    }

    /** The same keys as over HTTP: both protocols share one queue. */
    @Override
    public List<Resource> shared() {
        return List.of(
                new Resource(LockSpeaker.SPACE, fleet.run() + "-a", 1),
                new Resource(LockSpeaker.SPACE, fleet.run() + "-d", 1));
    }

    @Override
    public @Nullable Operation acquire(Resource resource, int ttlSeconds, int waitSeconds) {
        Action action =
                new Action.Acquire(LockSpeaker.nanos(ttlSeconds), LockSpeaker.nanos(waitSeconds));
        return ask(resource, action, "l", waitSeconds + " " + ttlSeconds, this::granted);
    }

    @Override
    public boolean outlivesConnections() {
        return false;
    }

    private Result granted(String line) {
        String[] words = line.split(" ");
        if (words[0].equals("ok") && words.length == 3) {
            long fence = Long.parseLong(words[1].substring(0, 16), 16);
            tokens.put(fence, words[1]);
            return new Result.Granted(fence, -1, LockSpeaker.nanos(Long.parseLong(words[2])), 0);
        }
        if (line.equals("timeout")) {
            return new Result.Refused(line);
        }
        if (!line.startsWith("error")) {
            fleet.findings().add(Kind.ANSWER, "l got " + line);
        }
        return new Result.Unknown(line);
    }

    @Override
    public @Nullable Operation renew(Resource resource, long fence, int ttlSeconds) {
        Action action = new Action.Renew(fence, LockSpeaker.nanos(ttlSeconds));
        return ask(resource, action, "n", tokens.get(fence) + " " + ttlSeconds, LineSpeaker::done);
    }

    @Override
    public @Nullable Operation release(Resource resource, long fence) {
        return ask(
                resource,
                new Action.Release(fence),
                "r",
                String.valueOf(tokens.get(fence)),
                LineSpeaker::done);
    }

    /** The protocol's only error word does not tell "not held" from "outcome unknown". */
    private static Result done(String line) {
        return line.startsWith("ok") ? new Result.Done() : new Result.Unknown(line);
    }

    private @Nullable Operation ask(
            Resource resource,
            Action action,
            String command,
            String argument,
            Function<String, Result> reading) {
        LineWire open = connection();
        if (open == null) {
            return null;
        }
        String who = name + "/" + sessions;
        String node = fleet.stations().get(station).node();
        int patience = PATIENCE_MILLIS + (int) TimeUnit.NANOSECONDS.toMillis(action.waitNanosMax());
        touched.add(resource);
        long sentNanos = System.nanoTime();
        Result result;
        try {
            result = reading.apply(open.ask(command, resource.key(), argument, patience));
        } catch (IOException e) {
            result = new Result.Unknown(e.toString());
        }
        long toldNanos = System.nanoTime();
        Operation operation = new Operation(
                who,
                resource,
                action,
                "",
                List.of(new Attempt(node, sentNanos, toldNanos, result)));
        fleet.recorder().add(operation);
        if (result instanceof Result.Unknown) {
            leave(who, node);
        } else {
            heardNanos = toldNanos;
        }
        return operation;
    }

    private @Nullable LineWire connection() {
        if (wire == null) {
            station = (station + random.nextInt(2)) % fleet.stations().size();
            wire = LineWire.connect(fleet.stations().get(station).line());
            sessions++;
            heardNanos = System.nanoTime();
            if (wire == null) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        return wire;
    }

    /** Closes the connection, and records that its grants may end from now on. */
    private void leave(String who, String node) {
        long nowNanos = System.nanoTime();
        for (Resource resource : touched) {
            Attempt attempt = new Attempt(node, heardNanos, nowNanos, new Result.Unknown("left"));
            fleet.recorder()
                    .add(new Operation(
                            who, resource, new Action.Leave(heardNanos), "", List.of(attempt)));
        }
        touched.clear();
        LineWire open = wire;
        wire = null;
        if (open != null) {
            open.close();
        }
    }

    /** A client that ends may still have grants that it did not release; that is recorded too. */
    @Override
    public void close() {
        if (wire != null) {
            leave(name + "/" + sessions, fleet.stations().get(station).node());
        }
    }
}
