package io.holdfast.sim;

import io.holdfast.core.Machine;
import io.holdfast.core.event.Event;
import io.holdfast.core.query.PastGrant;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.query.ResourceAnswer;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.ResourceName;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares the history of each resource with the ends of grants that events reported. */
final class HistoryCheck {

    private record End(long fence, Event.GrantEnd reason, long heldMillis) {}

    private final Map<ResourceName, Deque<End>> ends = new LinkedHashMap<>();
    private int format;
    private int max;

    /** Checks the history of the resources whose grants ended in the last batch. */
    void check(List<Event> events, Machine machine) {
        // If the batch changed what is kept, the order of change and ends is not known here.
        boolean changed = machine.format() != format || machine.settings().historyMax() != max;
        format = machine.format();
        max = machine.settings().historyMax();
        Set<ResourceName> names = new LinkedHashSet<>();
        for (Event event : events) {
            if (event instanceof Event.Ended ended) {
                names.add(ended.name());
                see(ended);
            }
        }
        if (changed) {
            names.addAll(ends.keySet());
            names.forEach(name -> ends.put(name, kept(name, machine)));
        }
        for (ResourceName name : names) {
            List<End> got = List.copyOf(kept(name, machine));
            List<End> expected = List.copyOf(ends.getOrDefault(name, new ArrayDeque<>()));
            if (!got.equals(expected)) {
                throw new FoundException(
                        "history of " + name + ": " + got + ", expected " + expected);
            }
        }
    }

    private void see(Event.Ended ended) {
        if (format < Format.FOURTH || max == 0) {
            return;
        }
        Deque<End> all = ends.computeIfAbsent(ended.name(), name -> new ArrayDeque<>());
        while (all.size() >= max) {
            all.removeLast();
        }
        all.addFirst(new End(ended.fence(), ended.reason(), ended.heldMillis()));
    }

    private static Deque<End> kept(ResourceName name, Machine machine) {
        ResourceAnswer found =
                machine.read(new Query.FindResource(name), new ReadPoint(0, machine.nowNanos()));
        Deque<End> kept = new ArrayDeque<>();
        if (found != null) {
            for (PastGrant grant : found.history()) {
                kept.addLast(new End(grant.fence(), grant.end(), grant.heldMillis()));
            }
        }
        return kept;
    }
}
