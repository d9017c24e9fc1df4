package io.holdfast.rig.speak;

import io.holdfast.rig.history.Action;
import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Operation.Attempt;
import io.holdfast.rig.history.Recorder;
import io.holdfast.rig.history.Resource;
import io.holdfast.rig.history.Result;
import io.holdfast.rig.wire.Answer;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Station;
import io.holdfast.rig.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sends a client's requests to its member, and to another one if that is down or does not know the
 * outcome. Writes carry a request id, so they are applied once however often they are sent.
 */
final class RoamingClient implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 8_000;
    private static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(40);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int REPEAT_PERCENT = 4;

    private final List<Station> stations;
    private final @Nullable Wire[] wires;
    private final @Nullable String bearer;
    private final Recorder recorder;
    private final Random random;
    private final String name;
    private int current;
    private int requests;

    RoamingClient(
            String name,
            List<Station> stations,
            int first,
            @Nullable String bearer,
            Recorder recorder,
            Random random) {
        this.name = name;
        this.stations = List.copyOf(stations);
        this.wires = new Wire[stations.size()];
        this.current = first % stations.size();
        this.bearer = bearer;
        this.recorder = recorder;
        this.random = random;
    }

    /**
     * Sends a request that is not part of the history until it succeeds. Returns null if it never
     * does.
     */
    @Nullable
    Reply insist(Request request) {
        long endNanos = System.nanoTime() + GIVE_UP_NANOS;
        do {
            Wire wire = wire();
            wire.patience(PATIENCE_MILLIS);
            if (wire.send(request) instanceof Reply reply && reply.status() == 200) {
                return reply;
            }
            moveOn();
        } while (System.nanoTime() < endNanos);
        return null;
    }

    /**
     * Performs one operation, retrying with the same request id. {@code reading} gets the reply and
     * the earliest time at which the server may have decided it: a retry gets the answer that the
     * first attempt may already have had.
     */
    Operation perform(
            String session,
            Resource resource,
            Action action,
            Request request,
            BiFunction<Reply, Long, Result> reading) {
        boolean once = !action.isRead();
        String id = once ? name + "-" + requests++ : "";
        Request sent = once ? request.withKey(id) : request;
        int patienceMillis =
                PATIENCE_MILLIS + (int) TimeUnit.NANOSECONDS.toMillis(action.waitNanosMax());
        List<Attempt> attempts = new ArrayList<>();
        long giveUpNanos = System.nanoTime() + GIVE_UP_NANOS;
        AtomicBoolean answered = new AtomicBoolean();
        BiFunction<Reply, Long, Result> noting = (reply, sentNanos) -> {
            answered.set(true);
            boolean retried = once && !attempts.isEmpty();
            return reading.apply(reply, retried ? attempts.getFirst().sentNanos() : sentNanos);
        };
        while (true) {
            attempts.add(attempt(sent, patienceMillis, noting));
            // An answer may leave open what happened, but no retry gets another one.
            if (answered.get()) {
                break;
            }
            moveOn();
            if (System.nanoTime() > giveUpNanos) {
                break;
            }
        }
        if (attempts.getLast().result().remembered() && random.nextInt(100) < REPEAT_PERCENT) {
            current = random.nextInt(stations.size());
            attempts.add(attempt(sent, patienceMillis, noting));
        }
        Operation operation = new Operation(session, resource, action, id, attempts);
        recorder.add(operation);
        return operation;
    }

    private Attempt attempt(
            Request request, int patienceMillis, BiFunction<Reply, Long, Result> reading) {
        Wire wire = wire();
        wire.patience(patienceMillis);
        long sentNanos = System.nanoTime();
        Answer answer = wire.send(request);
        long toldNanos = System.nanoTime();
        Result result = switch (answer) {
            case Answer.NotSent(String why) -> new Result.NotSent(why);
            case Answer.Lost(String why) -> new Result.Unknown(why);
            case Reply reply ->
                isAnswer(reply)
                        ? reading.apply(reply, sentNanos)
                        : new Result.Unknown(reply.line());
        };
        return new Attempt(stations.get(current).node(), sentNanos, toldNanos, result);
    }

    /** After a server error the request may or may not have been applied, so it is retried. */
    private static boolean isAnswer(Reply reply) {
        return reply.status() < 500 && reply.status() != 429;
    }

    private void moveOn() {
        current = (current + 1) % stations.size();
        LockSupport.parkNanos(PAUSE_NANOS + random.nextInt((int) PAUSE_NANOS));
    }

    private Wire wire() {
        Wire wire = wires[current];
        if (wire == null) {
            wire = new Wire(stations.get(current).http(), bearer);
            wires[current] = wire;
        }
        return wire;
    }

    @Override
    public void close() {
        for (Wire wire : wires) {
            if (wire != null) {
                wire.close();
            }
        }
    }
}
