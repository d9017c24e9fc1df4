package io.holdfast.rig.history;

import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Result.Granted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Collects the grants of a history, each with all that is known about its end. It also checks what
 * each session is told about its own grants and places: one that certainly exists must not be
 * refused, and an ended one must not reappear.
 */
final class GrantCollector {

    private final boolean exactLeases;
    private final Findings findings;
    private final List<Grant> grants = new ArrayList<>();
    private final Map<String, List<Grant>> bySlot = new TreeMap<>();

    /** The grants of one session by fence, and its places in queues by resource. */
    private static final class Belongings {
        final Map<Long, Grant> grants = new HashMap<>();
        final Map<Resource, Operation> places = new HashMap<>();
    }

    /**
     * {@code exactLeases} says that no lease outlasts its time, which a change of leader allows.
     */
    GrantCollector(List<Operation> operations, boolean exactLeases, Findings findings) {
        this.exactLeases = exactLeases;
        this.findings = findings;
        List<Operation> sorted = new ArrayList<>(operations);
        sorted.sort(Comparator.comparingLong(Operation::invokedNanos));
        Map<String, Belongings> sessions = new HashMap<>();
        for (Operation operation : sorted) {
            take(
                    operation,
                    sessions.computeIfAbsent(operation.session(), name -> new Belongings()));
        }
    }

    List<Grant> grants() {
        return grants;
    }

    /** Returns the grants of each numbered slot, in the order of their fences. */
    List<List<Grant>> slots() {
        bySlot.values().forEach(slot -> slot.sort(Comparator.comparingLong(Grant::fence)));
        return List.copyOf(bySlot.values());
    }

    private void take(Operation operation, Belongings own) {
        switch (operation.action()) {
            case Action.Acquire _ -> {
                if (operation.result() instanceof Granted granted) {
                    add(operation, granted, null, own);
                }
            }
            case Action.Enqueue _ -> {
                if (operation.result() instanceof Granted granted) {
                    add(operation, granted, null, own);
                } else if (operation.result() instanceof Result.Queued
                        || operation.result() instanceof Result.Unknown) {
                    own.places.put(operation.resource(), operation);
                }
            }
            case Action.Collect _, Action.Withdraw _ -> collected(operation, own);
            case Action.Renew renew -> renewed(operation, renew, own.grants.get(renew.fence()));
            case Action.Release release -> released(operation, own.grants.get(release.fence()));
            case Action.Validate validate -> {
                Grant grant = own.grants.get(validate.fence());
                if (grant != null && operation.result() instanceof Result.Refused) {
                    refused(grant, operation);
                }
            }
            case Action.Leave leave -> {
                boolean acknowledged = operation.result() instanceof Result.Done;
                for (Grant grant : own.grants.values()) {
                    if (acknowledged) {
                        grant.released(operation.invokedNanos());
                    } else {
                        grant.perhapsReleased(leave.heardNanos());
                    }
                }
                own.places.clear();
            }
            case Action.Look _, Action.Write _, Action.Read _ -> {}
        }
    }

    /** A place ends with any answer but "still waiting"; until then it must be there. */
    private void collected(Operation operation, Belongings own) {
        Resource resource = operation.resource();
        Operation place = own.places.get(resource);
        switch (operation.result()) {
            case Granted granted -> add(operation, granted, own.places.remove(resource), own);
            case Result.Refused(String why) -> {
                boolean first = operation.attempts().stream()
                        .noneMatch(attempt -> attempt.result() instanceof Result.Unknown);
                boolean queued = place != null && place.result() instanceof Result.Queued;
                if (why.equals(Refusals.NOT_QUEUED) && first && queued) {
                    findings.add(Kind.LOST, "the place of " + operation + ", taken by " + place);
                }
                if (!why.equals(Refusals.STILL_WAITING)) {
                    own.places.remove(resource);
                }
            }
            case Result.Done _, Result.Unknown _ -> own.places.remove(resource);
            case Result.Queued _, Result.Seen _, Result.Value _, Result.NotSent _ -> {}
        }
    }

    private void add(
            Operation operation, Granted granted, @Nullable Operation place, Belongings own) {
        Resource resource = operation.resource();
        Grant known = own.grants.get(granted.fence());
        if (known != null) {
            // A client that requests a resource it already holds may get the same grant again.
            resurrected(known, operation);
            known.renewed(operation.invokedNanos(), operation.returnedNanos(), granted.ttlNanos());
            return;
        }
        long fromNanos = granted.leaseFromNanos();
        long askedNanos = place == null ? operation.invokedNanos() : place.invokedNanos();
        Grant grant = new Grant(
                resource,
                granted.fence(),
                askedNanos,
                operation.returnedNanos(),
                place == null ? Long.MAX_VALUE : place.returnedNanos(),
                fromNanos == 0 ? operation.invokedNanos() : fromNanos,
                granted.ttlNanos());
        grants.add(grant);
        own.grants.put(granted.fence(), grant);
        if (granted.slot() >= 0) {
            String slot = resource.name() + "#" + granted.slot();
            bySlot.computeIfAbsent(slot, name -> new ArrayList<>()).add(grant);
        }
    }

    private void renewed(Operation operation, Action.Renew renew, @Nullable Grant grant) {
        if (grant == null) {
            return;
        }
        long invokedNanos = operation.invokedNanos();
        switch (operation.result()) {
            case Result.Done _ -> {
                resurrected(grant, operation);
                grant.renewed(invokedNanos, operation.returnedNanos(), renew.ttlNanos());
            }
            case Result.Refused _ -> refused(grant, operation);
            case Result.Unknown _ ->
                grant.perhapsRenewed(invokedNanos, operation.endedNanos(), renew.ttlNanos());
            case Granted _, Result.Queued _, Result.Seen _, Result.Value _, Result.NotSent _ -> {}
        }
    }

    private void released(Operation operation, @Nullable Grant grant) {
        if (grant == null) {
            return;
        }
        switch (operation.result()) {
            case Result.Done _ -> {
                resurrected(grant, operation);
                grant.released(operation.invokedNanos());
            }
            case Result.Refused _ -> refused(grant, operation);
            case Result.Unknown _ -> grant.perhapsReleased(operation.invokedNanos());
            case Granted _, Result.Queued _, Result.Seen _, Result.Value _, Result.NotSent _ -> {}
        }
    }

    private void resurrected(Grant grant, Operation operation) {
        boolean over = exactLeases ? grant.surelyOverAt(operation.invokedNanos()) : grant.ended();
        if (over) {
            findings.add(Kind.RESURRECTED, grant + ": " + operation);
        }
    }

    private void refused(Grant grant, Operation operation) {
        if (grant.surelyHeldAt(operation.returnedNanos())) {
            findings.add(Kind.LOST, grant + ": " + operation);
        }
        grant.over();
    }
}
