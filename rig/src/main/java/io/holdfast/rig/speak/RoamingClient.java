package io.holdfast.rig.speak;

import io.holdfast.rig.history.Action;
import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Operation.Attempt;
import io.holdfast.rig.history.Resource;
import io.holdfast.rig.history.Result;
import io.holdfast.rig.wire.Answer;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Station;
import io.holdfast.rig.wire.Wire;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sends a client's requests to its member, and to another one if that is down or does not know the
 * outcome. Writes carry a request id, so they are applied once however often they are sent.
 */
final class RoamingClient implements AutoCloseable {

    private static final String UNAVAILABLE = "\"code\":\"unavailable\"";
    private static final int PATIENCE_MILLIS = 8_000;
    private static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(40);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int REPEAT_PERCENT = 4;
    private static final int WITHOUT_ID_PERCENT = 30;

    /** Old requests to repeat, so many that some are older than the last restart. */
    private static final int OLD_MAX = 50;

    private static final int OLD_PERCENT = 20;

    /** Shorter than the time for which the server keeps answers. */
    private static final long OLD_NANOS_MAX = TimeUnit.SECONDS.toNanos(300);

    private final Fleet fleet;
    private final List<Station> stations;
    private final Wire wire;
    private final Random random;
    private final String name;
    private final Deque<Old> old = new ArrayDeque<>();
    private boolean strict;
    private int current;
    private int requests;

    /** A request whose answer the server keeps. */
    private record Old(Request request, String answer, long toldNanos) {}

    RoamingClient(Fleet fleet, String name, int first, @Nullable String bearer, Random random) {
        this.fleet = fleet;
        this.name = fleet.run() + "-" + name;
        this.stations = fleet.stations();
        this.wire = new Wire(stations.stream().map(Station::http).toList(), bearer);
        this.current = first % stations.size();
        this.random = random;
    }

    /**
     * Also omits the id of some writes, which are then not retried, and repeats old requests, which
     * must get exactly their first answer. For the locks API on a single server.
     */
    RoamingClient strict() {
        strict = true;
        return this;
    }

    /** Does not repeat requests from before this call, because their session has ended. */
    void forgetOld() {
        old.clear();
    }

    /**
     * Sends a request that is not part of the history until it succeeds. Returns null if it never
     * does.
     */
    @Nullable
    Reply insist(Request request) {
        long endNanos = System.nanoTime() + GIVE_UP_NANOS;
        do {
            wire.patience(PATIENCE_MILLIS);
            if (wire.send(current, request) instanceof Reply reply && reply.status() == 200) {
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
        boolean once = !action.isRead() && !(strict && random.nextInt(100) < WITHOUT_ID_PERCENT);
        String id = once ? name + "-" + requests++ : "";
        Request sent = once ? request.withKey(id) : request;
        int patienceMillis =
                PATIENCE_MILLIS + (int) TimeUnit.NANOSECONDS.toMillis(action.waitNanosMax());
        List<Attempt> attempts = new ArrayList<>();
        long giveUpNanos = System.nanoTime() + GIVE_UP_NANOS;
        AtomicReference<@Nullable Reply> answer = new AtomicReference<>();
        BiFunction<Reply, Long, Result> noting = (reply, sentNanos) -> {
            answer.compareAndSet(null, reply);
            boolean retried = once && !attempts.isEmpty();
            return reading.apply(reply, retried ? attempts.getFirst().sentNanos() : sentNanos);
        };
        while (true) {
            attempts.add(attempt(sent, patienceMillis, noting));
            boolean lost = attempts.getLast().result() instanceof Result.Unknown;
            // An answer may leave open what happened, but no retry gets another one. A write
            // without an id could be applied twice.
            if (answer.get() != null || lost && !once && !action.isRead()) {
                break;
            }
            moveOn();
            if (System.nanoTime() > giveUpNanos) {
                break;
            }
        }
        Result result = attempts.getLast().result();
        if (once && result.remembered() && random.nextInt(100) < REPEAT_PERCENT) {
            current = random.nextInt(stations.size());
            attempts.add(attempt(sent, patienceMillis, noting));
        }
        Operation operation = new Operation(session, resource, action, id, attempts);
        fleet.recorder().add(operation);
        Reply reply = answer.get();
        if (strict && once && reply != null && !(action instanceof Action.Leave)) {
            old.add(new Old(sent, reply.line(), System.nanoTime()));
        }
        if (old.size() > OLD_MAX || !old.isEmpty() && random.nextInt(100) < OLD_PERCENT) {
            repeatOld();
        }
        return operation;
    }

    /** Sends an old request again: it must get its first answer and have no effect. */
    private void repeatOld() {
        Old first = old.poll();
        if (first == null || System.nanoTime() - first.toldNanos() > OLD_NANOS_MAX) {
            return;
        }
        wire.patience(PATIENCE_MILLIS);
        if (wire.send(current, first.request()) instanceof Reply reply && isAnswer(reply)) {
            fleet.recorder().addRepeat();
            if (!reply.line().equals(first.answer())) {
                fleet.findings()
                        .add(
                                Kind.REPEAT,
                                first.request() + " got first " + first.answer() + " and then "
                                        + reply.line());
            }
        }
    }

    private Attempt attempt(
            Request request, int patienceMillis, BiFunction<Reply, Long, Result> reading) {
        wire.patience(patienceMillis);
        long sentNanos = System.nanoTime();
        Answer answer = wire.send(current, request);
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

    /** Returns the result of a change that was made or refused. */
    static Result done(boolean done, Reply reply) {
        return done ? new Result.Done() : new Result.Refused(reply.line());
    }

    /**
     * After a server error the request may or may not have been applied, so it is retried. A write
     * of several nodes reports the error of each in its body.
     */
    private static boolean isAnswer(Reply reply) {
        boolean failed = reply.status() == 207 && reply.line().contains(UNAVAILABLE);
        return reply.status() < 500 && reply.status() != 429 && !failed;
    }

    private void moveOn() {
        current = (current + 1) % stations.size();
        LockSupport.parkNanos(PAUSE_NANOS + random.nextInt((int) PAUSE_NANOS));
    }

    @Override
    public void close() {
        wire.close();
    }
}
