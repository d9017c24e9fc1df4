package io.holdfast.core.nodes;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Merges several sets of queued nodes in order. A node in more than one set occurs once. */
final class QueueMerge {

    private record Head(Standing first, Iterator<Standing> rest) {}

    private final PriorityQueue<Head> heads =
            new PriorityQueue<>(Comparator.comparing(Head::first, Standing.ORDER));

    /**
     * Starts after the position with this score and number, or at the beginning if the number is
     * zero.
     */
    QueueMerge(List<TreeSet<Standing>> sources, int score, long number) {
        for (TreeSet<Standing> source : sources) {
            add(Standing.after(source, score, number).iterator());
        }
    }

    private void add(Iterator<Standing> rest) {
        if (rest.hasNext()) {
            heads.add(new Head(rest.next(), rest));
        }
    }

    /** Returns the next node in order; null at the end. */
    @Nullable
    Standing next() {
        Head head = heads.poll();
        if (head == null) {
            return null;
        }
        add(head.rest());
        for (Head twin = heads.peek();
                twin != null && Standing.ORDER.compare(twin.first(), head.first()) == 0;
                twin = heads.peek()) {
            add(heads.remove().rest());
        }
        return head.first();
    }
}
