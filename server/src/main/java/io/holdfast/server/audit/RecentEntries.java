package io.holdfast.server.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The entries that this process wrote last. One thread adds; any thread reads. */
final class RecentEntries {

    /** An entry and its number, which counts from 1. */
    record Numbered(long number, AuditEntry entry) {}

    private final AtomicReferenceArray<@Nullable Numbered> ring;
    private volatile long last;

    RecentEntries(int size) {
        ring = new AtomicReferenceArray<>(size);
    }

    void add(AuditEntry entry) {
        long number = last + 1;
        ring.setRelease((int) (number % ring.length()), new Numbered(number, entry));
        last = number;
    }

    /** Returns the matching entries with smaller numbers, the newest first. */
    List<Numbered> before(long before, AuditFilter filter, int max) {
        List<Numbered> found = new ArrayList<>();
        long newest = Math.min(last, before - 1);
        long oldest = Math.max(1, last - ring.length() + 1);
        for (long number = newest; number >= oldest && found.size() < max; number--) {
            Numbered one = ring.getAcquire((int) (number % ring.length()));
            // A newer entry may have overwritten it meanwhile.
            if (one != null && one.number == number && filter.matches(one.entry)) {
                found.add(one);
            }
        }
        return found;
    }
}
