package io.holdfast.sim;

import io.holdfast.core.Machine;
import io.holdfast.core.event.Event;
import io.holdfast.core.query.PastGrant;
import io.holdfast.core.query.PastUse;
import io.holdfast.core.query.PastWait;
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

/** Compares the history of each resource with the ends of grants and waits that events reported. */
final class HistoryCheck {

    /** The end of a grant, or of a wait, which has no fence. */
    private record End(long fence, long session, Enum<?> reason, long lastedMillis) {}

    /** The newest ends are first. */
    private record Ends(Deque<End> grants, Deque<End> waits) {

        Ends() {
            this(new ArrayDeque<>(), new ArrayDeque<>());
        }

        @Override
        public String toString() {
            return "grants " + grants + ", waits " + waits;
        }
    }

    private static final long MILLI_NANOS = 1_000_000;

    private final Map<ResourceName, Ends> ends = new LinkedHashMap<>();
    private int format;
    private int max;

    /** Checks the history of the resources whose grants and waits ended in the last batch. */
    void check(List<Event> events, Machine machine) {
        // If the batch changed what is kept, the order of change and ends is not known here.
        boolean changed = machine.format() != format || machine.settings().historyMax() != max;
        format = machine.format();
        max = machine.settings().historyMax();
        Set<ResourceName> names = new LinkedHashSet<>();
        for (Event event : events) {
            if (event instanceof Event.Ended e) {
                names.add(e.name());
                see(e.name(), new End(e.fence(), e.session(), e.reason(), e.heldMillis()));
            } else if (event instanceof Event.WaitEnded e) {
                names.add(e.name());
                see(e.name(), new End(0, e.session(), e.reason(), e.waitedNanos() / MILLI_NANOS));
            }
        }
        if (changed) {
            names.addAll(ends.keySet());
            names.forEach(name -> ends.put(name, kept(name, machine)));
        }
        for (ResourceName name : names) {
            String got = kept(name, machine).toString();
            String expected = ends.getOrDefault(name, new Ends()).toString();
            if (!got.equals(expected)) {
                throw new FoundException(
                        "history of " + name + ": " + got + ", expected " + expected);
            }
        }
    }

    private void see(ResourceName name, End end) {
        if (format < Format.FOURTH || max == 0) {
            return;
        }
        Ends all = ends.computeIfAbsent(name, any -> new Ends());
        Deque<End> some = end.fence == 0 ? all.waits : all.grants;
        while (some.size() >= max) {
            some.removeLast();
        }
        some.addFirst(end);
    }

    private static Ends kept(ResourceName name, Machine machine) {
        ResourceAnswer found =
                machine.read(new Query.FindResource(name), new ReadPoint(0, machine.nowNanos()));
        Ends kept = new Ends();
        if (found != null) {
            for (PastUse use : found.history()) {
                switch (use) {
                    case PastGrant e ->
                        kept.grants.addLast(
                                new End(e.fence(), e.session(), e.end(), e.heldMillis()));
                    case PastWait e ->
                        kept.waits.addLast(new End(0, e.session(), e.end(), e.waitedMillis()));
                }
            }
        }
        return kept;
    }
}
