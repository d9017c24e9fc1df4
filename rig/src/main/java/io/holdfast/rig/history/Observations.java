package io.holdfast.rig.history;

import io.holdfast.rig.history.Operation.Attempt;
import io.holdfast.rig.history.Result.Granted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects from all operations on one resource those that prove something about it, each with the
 * whole interval in which it may have taken effect.
 */
final class Observations {

    private Observations() {}

    /** A write with a lost answer whose value was never read has no observable effect. */
    static List<Operation> values(List<Operation> operations) {
        Set<String> read = new HashSet<>();
        for (Operation operation : operations) {
            if (operation.result() instanceof Result.Value(String text)) {
                read.add(text);
            }
        }
        return operations.stream()
                .filter(operation -> operation.result().definite()
                        || operation.action() instanceof Action.Write write
                                && read.contains(write.value()))
                .toList();
    }

    /**
     * A place in the queue may become a grant at any time from its enqueuing to its collection, so
     * both are one operation. The end of a connection may have released its grants at any time
     * since the connection was last known to be open. Refusals of new requests prove nothing.
     */
    static List<Operation> holders(List<Operation> operations) {
        List<Operation> sorted = new ArrayList<>(operations);
        sorted.sort(Comparator.comparingLong(Operation::invokedNanos));
        List<Operation> telling = new ArrayList<>();
        Map<String, Operation> places = new HashMap<>();
        Map<String, List<Long>> held = new HashMap<>();
        for (Operation operation : sorted) {
            String session = operation.session();
            switch (operation.action()) {
                case Action.Acquire _ -> grant(operation, held, telling);
                case Action.Enqueue _ -> {
                    if (operation.result() instanceof Granted) {
                        grant(operation, held, telling);
                    } else if (!(operation.result() instanceof Result.NotSent)) {
                        places.put(session, operation);
                    }
                }
                case Action.Collect _ -> {
                    Operation place = places.get(session);
                    if (operation.result() instanceof Granted) {
                        grant(merged(place, operation), held, telling);
                        places.remove(session);
                    } else if (operation.result() instanceof Result.Refused(String why)
                            && !why.equals(Refusals.STILL_WAITING)) {
                        places.remove(session);
                        if (place != null) {
                            // The place may have been granted, and its lease may have expired,
                            // before it was collected.
                            telling.add(neverCollected(place));
                        }
                    }
                }
                case Action.Renew _, Action.Release _ -> {
                    if (!(operation.result() instanceof Result.NotSent)) {
                        telling.add(operation);
                    }
                }
                case Action.Look _ -> {
                    if (operation.result().definite()) {
                        telling.add(operation);
                    }
                }
                case Action.Leave(long heardNanos) -> {
                    for (long fence : held.getOrDefault(session, List.of())) {
                        telling.add(perhapsReleased(operation, fence, heardNanos));
                    }
                    held.remove(session);
                }
                case Action.Withdraw _, Action.Validate _, Action.Write _, Action.Read _ -> {}
            }
        }
        places.values().forEach(place -> telling.add(neverCollected(place)));
        if (!strangersSeen(telling)) {
            telling.removeIf(Observations::perhapsGranted);
        }
        return telling;
    }

    /** Returns whether a holder was seen whose grant was never acknowledged. */
    private static boolean strangersSeen(List<Operation> operations) {
        Set<Long> granted = new HashSet<>();
        for (Operation operation : operations) {
            if (operation.result() instanceof Granted grant) {
                granted.add(grant.fence());
            }
        }
        return operations.stream()
                .anyMatch(operation -> operation.result() instanceof Result.Seen(long fence)
                        && fence != 0
                        && !granted.contains(fence));
    }

    /** An unacknowledged grant may end at any time, so it matters only if its holder was seen. */
    private static boolean perhapsGranted(Operation operation) {
        return switch (operation.action()) {
            case Action.Acquire _, Action.Enqueue _, Action.Collect _ ->
                !operation.result().definite();
            case Action.Withdraw _,
                    Action.Renew _,
                    Action.Validate _,
                    Action.Release _,
                    Action.Leave _,
                    Action.Look _,
                    Action.Write _,
                    Action.Read _ -> false;
        };
    }

    private static void grant(
            Operation operation, Map<String, List<Long>> held, List<Operation> telling) {
        if (operation.result() instanceof Granted granted) {
            held.computeIfAbsent(operation.session(), name -> new ArrayList<>())
                    .add(granted.fence());
            telling.add(operation);
        } else if (operation.result() instanceof Result.Unknown) {
            telling.add(operation);
        }
    }

    private static Operation merged(@Nullable Operation place, Operation collect) {
        if (place == null) {
            return collect;
        }
        List<Attempt> attempts = new ArrayList<>();
        attempts.add(unknown(place, place.invokedNanos()));
        attempts.addAll(collect.attempts());
        return with(collect, collect.action(), attempts);
    }

    private static Operation neverCollected(Operation place) {
        return with(place, place.action(), List.of(unknown(place, place.invokedNanos())));
    }

    private static Operation perhapsReleased(Operation leave, long fence, long heardNanos) {
        return with(leave, new Action.Release(fence), List.of(unknown(leave, heardNanos)));
    }

    private static Attempt unknown(Operation operation, long sentNanos) {
        String node = operation.attempts().getFirst().node();
        return new Attempt(node, sentNanos, sentNanos, new Result.Unknown(""));
    }

    private static Operation with(Operation operation, Action action, List<Attempt> attempts) {
        return new Operation(
                operation.session(), operation.resource(), action, operation.requestId(), attempts);
    }
}
