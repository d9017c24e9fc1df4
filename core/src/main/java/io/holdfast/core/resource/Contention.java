package io.holdfast.core.resource;

import io.holdfast.core.state.HeapSize;

import java.util.Collection;
import java.util.Comparator;
import java.util.TreeMap;

/** The resources with waiters, in the orders in which a list shows them. */
final class Contention {

    /** The entries of one resource with their keys, and its queue. */
    static final int BYTES = 2 * HeapSize.TREE_ENTRY + 24 + 32 + 24;

    /** By the number of the first waiter: the longer it has waited, the lower its number. */
    private final TreeMap<Long, Resource> byWait = new TreeMap<>();

    private final TreeMap<Length, Resource> byLength = new TreeMap<>();

    private record Length(long queued, long number) implements Comparable<Length> {

        private static final Comparator<Length> ORDER =
                Comparator.comparingLong(Length::queued).reversed().thenComparing(Length::number);

        @Override
        public int compareTo(Length other) {
            return ORDER.compare(this, other);
        }
    }

    int size() {
        return byWait.size();
    }

    /** Reports that a waiter was appended to the resource's queue. */
    void joined(Resource resource, Waiter waiter) {
        if (resource.queued() == 1) {
            byWait.put(waiter.number(), resource);
        } else {
            byLength.remove(new Length(resource.queued() - 1, resource.number()));
        }
        byLength.put(new Length(resource.queued(), resource.number()), resource);
    }

    /** Reports that a waiter was removed; its link to the waiter before it is still set. */
    void left(Resource resource, Waiter waiter) {
        byLength.remove(new Length(resource.queued() + 1, resource.number()));
        boolean wasHead = waiter.previous == null;
        if (wasHead) {
            byWait.remove(waiter.number());
        }
        Waiter head = resource.head();
        if (head != null) {
            byLength.put(new Length(resource.queued(), resource.number()), resource);
            if (wasHead) {
                byWait.put(head.number(), resource);
            }
        }
    }

    /** Returns the resources whose first waiter has a higher number, longest wait first. */
    Collection<Resource> byWait(long after) {
        return byWait.tailMap(after, false).values();
    }

    /** Returns the resources after one with this queue length and number, longest queue first. */
    Collection<Resource> byLength(long queued, long number) {
        return byLength.tailMap(new Length(queued, number), false).values();
    }
}
