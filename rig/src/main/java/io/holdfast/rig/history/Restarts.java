package io.holdfast.rig.history;

import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Operation.Attempt;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The restarts of a single server during a history.
 *
 * @param startedNanos when each process after the first was started, in that order
 * @param exactLeases whether no lease may outlast its time
 */
public record Restarts(List<Long> startedNanos, boolean exactLeases) {

    private static final String STORAGE_FAILED = "storage_failed";

    public Restarts {
        startedNanos = List.copyOf(startedNanos);
    }

    /**
     * The number of requests about what an earlier process acknowledged.
     *
     * @param held grants that were renewed or released
     * @param released released grants that were refused
     * @param retaken released resources that were granted again
     * @param sessions sessions that continued
     * @param places places in a queue that were asked for
     */
    public record Survivors(long held, long released, long retaken, long sessions, long places) {

        public Survivors plus(Survivors other) {
            return new Survivors(
                    held + other.held,
                    released + other.released,
                    retaken + other.retaken,
                    sessions + other.sessions,
                    places + other.places);
        }
    }

    /** Returns the number of restarts before a time, which identifies the process at that time. */
    private int process(long nanos) {
        return (int) startedNanos.stream().filter(started -> started <= nanos).count();
    }

    /** Checks that a process whose storage failed decides nothing afterwards. */
    void check(List<Operation> operations, Findings findings) {
        Map<Integer, Long> failedNanos = new HashMap<>();
        for (Operation operation : operations) {
            for (Attempt attempt : operation.attempts()) {
                if (storageFailed(attempt)) {
                    failedNanos.merge(process(attempt.sentNanos()), attempt.toldNanos(), Math::min);
                }
            }
        }
        if (failedNanos.isEmpty()) {
            return;
        }
        for (Operation operation : operations) {
            for (Attempt attempt : operation.attempts()) {
                long failed =
                        failedNanos.getOrDefault(process(attempt.sentNanos()), Long.MAX_VALUE);
                if (!operation.action().isRead()
                        && attempt.sentNanos() > failed
                        && (attempt.result().definite() || failedOtherwise(attempt))) {
                    findings.add(Kind.ANSWER, "after the storage failed: " + operation);
                }
            }
        }
    }

    /** Returns the number of requests that were refused because the storage failed. */
    public static long storageFailures(List<Operation> operations) {
        return operations.stream()
                .flatMap(operation -> operation.attempts().stream())
                .filter(Restarts::storageFailed)
                .count();
    }

    private static boolean storageFailed(Attempt attempt) {
        return attempt.result() instanceof Result.Unknown(String why)
                && why.contains(STORAGE_FAILED);
    }

    private static boolean failedOtherwise(Attempt attempt) {
        return attempt.result() instanceof Result.Unknown(String why)
                && why.startsWith("5")
                && !why.contains(STORAGE_FAILED);
    }

    /** Counts the requests about what an earlier process acknowledged. */
    public Survivors survivors(List<Operation> operations) {
        Map<Object, Integer> granted = new HashMap<>();
        Map<Object, Integer> released = new HashMap<>();
        Map<Object, Integer> sessions = new HashMap<>();
        Map<Object, Integer> places = new HashMap<>();
        long held = 0;
        long refused = 0;
        long retaken = 0;
        long continued = 0;
        long collected = 0;
        List<Operation> sorted = operations.stream()
                .filter(operation -> operation.result().definite())
                .sorted(Comparator.comparingLong(Operation::invokedNanos))
                .toList();
        for (Operation operation : sorted) {
            int process = process(operation.invokedNanos());
            int answering = process(operation.returnedNanos());
            Resource resource = operation.resource();
            Result result = operation.result();
            continued += earlier(sessions.put(operation.session(), answering), answering);
            Object place = List.of(operation.session(), resource);
            if (operation.action() instanceof Action.Collect) {
                collected += earlier(places.remove(place), process);
            }
            switch (result) {
                case Result.Granted grant -> {
                    granted.put(grant.fence(), answering);
                    retaken += earlier(released.remove(resource), process);
                }
                case Result.Queued _ -> places.put(place, answering);
                case Result.Done _ -> {
                    long fence = fence(operation.action());
                    held += earlier(granted.get(fence), process);
                    granted.computeIfPresent(fence, (_, _) -> answering);
                    if (operation.action() instanceof Action.Release) {
                        released.put(fence, answering);
                        released.put(resource, answering);
                    }
                }
                case Result.Refused _ ->
                    refused += earlier(released.get(fence(operation.action())), process);
                case Result.Seen _, Result.Value _, Result.Unknown _, Result.NotSent _ -> {}
            }
        }
        return new Survivors(held, refused, retaken, continued, collected);
    }

    private static int earlier(@Nullable Integer acknowledged, int process) {
        return acknowledged != null && acknowledged < process ? 1 : 0;
    }

    private static long fence(Action action) {
        return switch (action) {
            case Action.Renew renew -> renew.fence();
            case Action.Validate validate -> validate.fence();
            case Action.Release release -> release.fence();
            case Action.Acquire _,
                    Action.Enqueue _,
                    Action.Collect _,
                    Action.Withdraw _,
                    Action.Leave _,
                    Action.Look _,
                    Action.Write _,
                    Action.Read _ -> -1;
        };
    }
}
