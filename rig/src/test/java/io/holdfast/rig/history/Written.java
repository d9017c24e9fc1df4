package io.holdfast.rig.history;

import io.holdfast.rig.history.Operation.Attempt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A history written by hand, with times in seconds. */
final class Written {

    static final Resource LOCK = new Resource("locks", "k", 1);
    static final Resource OTHER = new Resource("locks", "o", 1);
    static final Resource VALUE = new Resource("values", "v", 0);

    private static final double TTL_SECONDS = 10;

    private final List<Operation> operations = new ArrayList<>();
    private final List<Belief> beliefs = new ArrayList<>();
    private final List<Window> windows = new ArrayList<>();

    Written granted(String who, Resource resource, long fence, double sent, double told) {
        return granted(who, resource, fence, -1, sent, told);
    }

    Written granted(String who, Resource resource, long fence, int slot, double sent, double told) {
        Action action = new Action.Acquire(nanos(TTL_SECONDS), 0);
        Result result = new Result.Granted(fence, slot, nanos(TTL_SECONDS), 0);
        return add(who, resource, action, "", attempt("n1", sent, told, result));
    }

    Written released(String who, long fence, double sent, double told, Result result) {
        return add(who, LOCK, new Action.Release(fence), "", attempt("n1", sent, told, result));
    }

    Written renewed(String who, long fence, double sent, double told, Result result) {
        Action action = new Action.Renew(fence, nanos(TTL_SECONDS));
        return add(who, LOCK, action, "", attempt("n1", sent, told, result));
    }

    Written did(String who, Resource resource, Action action, double sent, double told, Result r) {
        return add(who, resource, action, "", attempt("n1", sent, told, r));
    }

    Written add(String who, Resource resource, Action action, String id, Attempt... attempts) {
        operations.add(new Operation(who, resource, action, id, List.of(attempts)));
        return this;
    }

    Written believed(long fence, double until) {
        beliefs.add(new Belief(LOCK, fence, nanos(until)));
        return this;
    }

    Written window(Window window) {
        windows.add(window);
        return this;
    }

    static Attempt attempt(String node, double sent, double told, Result result) {
        return new Attempt(node, nanos(sent), nanos(told), result);
    }

    static long nanos(double seconds) {
        return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    }

    /** Checks the history without faults. */
    Findings check() {
        return new Verdict(operations, beliefs).findings();
    }

    /** Checks the history of one server that was started again at these seconds. */
    Findings checkRestarts(double... starts) {
        return new Verdict(operations, beliefs, restarts(starts)).findings();
    }

    Restarts.Survivors survivors(double... starts) {
        return restarts(starts).survivors(operations);
    }

    private static Restarts restarts(double... starts) {
        return new Restarts(Arrays.stream(starts).mapToObj(Written::nanos).toList(), true);
    }

    /** Checks the history with its faults, on three members, over an interval. */
    Findings check(double from, double to) {
        Liveness liveness = new Liveness(3, nanos(5), nanos(10));
        return new Verdict(operations, beliefs, windows, liveness, nanos(from), nanos(to))
                .findings();
    }
}
