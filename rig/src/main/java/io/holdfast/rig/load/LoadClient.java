package io.holdfast.rig.load;

import io.holdfast.rig.load.Findings.Kind;
import io.holdfast.rig.load.Memory.Asked;
import io.holdfast.rig.wire.Answer;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One client with a session of its own: it asks at random, one request at a time, until the server
 * is gone, and after a restart it asks for everything that it was told.
 */
public final class LoadClient {

    private static final int KEYED_PERCENT = 30;
    private static final int RETAKEN_MAX = 20;
    private static final long REFUSED_PAUSE_MILLIS = 5;

    private final int number;
    private final Random random;
    private final Shared shared;
    private final Memory memory;
    private final Choice choice;
    private final List<Keyed> keyed = new ArrayList<>();
    private Wire wire = new Wire(0);
    private int keys;

    /** A request with an id of its own, and its first answer; null where that was lost. */
    private record Keyed(Asked asked, @Nullable String first) {}

    /** What all clients of a run have in common. */
    public record Shared(History history, Findings findings, Tally tally, Outage outage) {}

    public LoadClient(int number, long seed, Shared shared) {
        this.number = number;
        this.random = new Random(seed);
        this.shared = shared;
        this.memory = new Memory(shared.history(), shared.findings(), shared.tally());
        this.choice = new Choice(number, random, memory);
    }

    /** Names the server to speak with from now on. */
    public void goTo(int port, @Nullable String bearer) {
        wire.close();
        wire = new Wire(port, bearer);
    }

    /** Asks until the server is gone or enough is done; returns what ended it. */
    public void load(BooleanSupplier enough) {
        while (!enough.getAsBoolean()) {
            Op op = memory.session() == null ? new Op.Open() : choice.next();
            if (!(ask(op) instanceof Reply reply)) {
                return;
            }
            if (reply.status() == 503) {
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(REFUSED_PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Answer ask(Op op) {
        String session = memory.session() == null ? "" : memory.session();
        Request request = op.request(session);
        boolean withKey =
                !(op instanceof Op.Open || op instanceof Op.Close || op instanceof Op.Ping)
                        && random.nextInt(100) < KEYED_PERCENT;
        if (withKey) {
            request = request.withKey("rig-" + number + "-" + keys++);
        }
        Asked asked = new Asked(op, session, request, System.nanoTime());
        Answer answer = send(asked);
        if (withKey && !(answer instanceof Answer.NotSent)) {
            keyed.add(new Keyed(asked, answer instanceof Reply reply ? reply.line() : null));
        }
        return answer;
    }

    private Answer send(Asked asked) {
        shared.tally().requests.increment();
        long sentNanos = System.nanoTime();
        Answer answer = wire.send(asked.request());
        long toldNanos = System.nanoTime();
        memory.settle(asked, answer, toldNanos);
        if (answer instanceof Reply reply && !(asked.op() instanceof Op.Ping)) {
            shared.outage().note(asked.request(), reply, sentNanos, toldNanos, shared.findings());
        }
        return answer;
    }

    /** After a restart: everything that was acknowledged must be as it was told. */
    public void check() {
        if (memory.session() != null) {
            shared.tally().sessionsChecked.increment();
            ask(new Op.Ping());
        }
        checkRepeats();
        List<Key> released = checkGrants();
        checkPlaces();
        checkKeysAreFree(released);
        // What one round left open is asked in every later one; what is over, no more.
        memory.grants().removeIf(Grant::ended);
        keyed.clear();
    }

    private void checkRepeats() {
        for (Keyed repeat : List.copyOf(keyed)) {
            Asked asked = repeat.asked();
            if (!asked.session().equals(memory.session())) {
                continue;
            }
            String first = repeat.first();
            if (first == null) {
                if (send(asked) instanceof Reply reply && reply.status() != 503) {
                    checkRepeat(asked, reply.line());
                }
            } else if (!first.startsWith("503")) {
                checkRepeat(asked, first);
            }
        }
    }

    private void checkRepeat(Asked asked, String first) {
        shared.tally().repeatsChecked.increment();
        if (wire.send(asked.request()) instanceof Reply reply && !reply.line().equals(first)) {
            shared.findings()
                    .add(
                            Kind.REPEAT,
                            asked.request() + " got first " + first + " and then " + reply.line());
        }
    }

    /** Returns the released keys that no other client requests. */
    private List<Key> checkGrants() {
        List<Key> released = new ArrayList<>();
        for (Grant grant : List.copyOf(memory.grants())) {
            boolean over = grant.ended();
            boolean held = grant.surelyHeldAt(System.nanoTime());
            boolean release = held && random.nextInt(5) == 0;
            if (memory.session() == null) {
                ask(new Op.Open());
            }
            ask(release ? new Op.Release(grant) : new Op.Renew(grant, 30 + random.nextInt(60)));
            if (over) {
                shared.tally().releasedChecked.increment();
                if (grant.key.name().startsWith(Memory.UNIQUE)) {
                    released.add(grant.key);
                }
            } else if (held) {
                shared.tally().heldChecked.increment();
            }
        }
        return released;
    }

    private void checkPlaces() {
        for (Place place : List.copyOf(memory.places().values())) {
            if (random.nextBoolean()) {
                shared.tally().placesChecked.increment();
                ask(new Op.Await(place, 0));
            }
        }
    }

    private void checkKeysAreFree(List<Key> keys) {
        for (Key key : keys.subList(0, Math.min(RETAKEN_MAX, keys.size()))) {
            Answer answer = ask(new Op.Acquire(key, 0, 30));
            if (answer instanceof Reply reply && reply.text("status").equals("ok")) {
                shared.tally().keysRetaken.increment();
                ask(new Op.Release(memory.grants().getLast()));
            }
        }
    }

    /** Returns the keys that this client certainly holds and no other client requests. */
    public List<Key> heldKeys() {
        long nowNanos = System.nanoTime() + 5_000_000_000L;
        return memory.grants().stream()
                .filter(grant -> grant.key.limit() == 0 && grant.surelyHeldAt(nowNanos))
                .map(grant -> grant.key)
                .toList();
    }

    /** Hangs up. */
    public void close() {
        wire.close();
    }
}
