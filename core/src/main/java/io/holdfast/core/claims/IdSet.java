package io.holdfast.core.claims;

import io.holdfast.core.state.Visits;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An ordered set of ids. Ids are assigned in sequence, so most sets are dense: a page has one bit
 * for each of 512 ids, and only non-empty pages exist.
 */
final class IdSet {

    private static final int PAGE_BITS = 9;
    private static final int WORDS = 1 << PAGE_BITS - 6;

    private final TreeMap<Long, long[]> pages = new TreeMap<>();
    private int size;

    int size() {
        return size;
    }

    void add(long id) {
        long[] page = pages.computeIfAbsent(id >> PAGE_BITS, number -> new long[WORDS]);
        size += (page[word(id)] & bit(id)) == 0 ? 1 : 0;
        page[word(id)] |= bit(id);
    }

    void remove(long id) {
        long[] page = pages.get(id >> PAGE_BITS);
        if (page == null || (page[word(id)] & bit(id)) == 0) {
            throw new IllegalStateException("the id is not in its set");
        }
        page[word(id)] &= ~bit(id);
        size--;
        if (count(page) == 0) {
            pages.remove(id >> PAGE_BITS);
        }
    }

    /** Returns the smallest id greater than this one, or zero if there is none. */
    long next(long after) {
        long from = after + 1;
        Map.Entry<Long, long[]> entry = pages.ceilingEntry(from >> PAGE_BITS);
        while (entry != null) {
            long first = entry.getKey() << PAGE_BITS;
            long found = nextIn(entry.getValue(), (int) Math.max(0, from - first));
            if (found >= 0) {
                return first + found;
            }
            entry = pages.higherEntry(entry.getKey());
        }
        return 0;
    }

    /** The position of a walk, and how many ids it still has to skip. */
    record Skipped(long at, long left) {}

    /** Skips this many ids after that one; fewer if the set or the visits end. */
    Skipped skip(long after, long count, Visits visits) {
        long at = after;
        long left = count;
        while (left > 0 && visits.more()) {
            visits.row();
            long next = next(at);
            if (next == 0) {
                return new Skipped(at, 0);
            }
            long pageFirst = next >> PAGE_BITS << PAGE_BITS;
            int inPage = at < pageFirst ? count(pages.get(next >> PAGE_BITS)) : Integer.MAX_VALUE;
            // A page that is skipped as a whole counts as one visit.
            boolean whole = inPage <= left;
            at = whole ? pageFirst + (1 << PAGE_BITS) - 1 : next;
            left -= whole ? inPage : 1;
        }
        return new Skipped(at, left);
    }

    private static int nextIn(long[] page, int from) {
        int word = from >> 6;
        long bits = word < WORDS ? page[word] & -1L << (from & 63) : 0;
        while (bits == 0 && ++word < WORDS) {
            bits = page[word];
        }
        return bits == 0 ? -1 : (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    private static int count(long @Nullable [] page) {
        int count = 0;
        if (page != null) {
            for (long word : page) {
                count += Long.bitCount(word);
            }
        }
        return count;
    }

    private static int word(long id) {
        return (int) (id >> 6) & WORDS - 1;
    }

    private static long bit(long id) {
        return 1L << (id & 63);
    }
}
