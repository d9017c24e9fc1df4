package io.holdfast.core.nodes;

import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The position and state of a node in the queue. It is immutable, so that the sorted sets that
 * contain it can always find it.
 *
 * @param number the number of the node
 * @param holder the holder of the lease, or null
 * @param reserved whether that lease is a reservation
 * @param assignees the persons whose agenda contains it
 * @param wakeMillis the time until which it is dormant; zero if it never is
 */
record Standing(
        Node node,
        long number,
        int score,
        int bucket,
        String project,
        boolean blocked,
        @Nullable Vertex holder,
        boolean reserved,
        List<Vertex> assignees,
        long wakeMillis) {

    /** Highest score first, then oldest first. */
    static final Comparator<Standing> ORDER = (one, other) -> one.score != other.score
            ? Integer.compare(other.score, one.score)
            : Long.compare(one.number, other.number);

    /** Returns the part of the set after this position, even if no node has that position. */
    static NavigableSet<Standing> after(TreeSet<Standing> set, int score, long number) {
        return set.isEmpty() || number == 0
                ? set
                : set.tailSet(set.first().at(score, number), false);
    }

    private Standing at(int otherScore, long otherNumber) {
        return new Standing(
                node,
                otherNumber,
                otherScore,
                bucket,
                project,
                blocked,
                holder,
                reserved,
                assignees,
                wakeMillis);
    }

    /** Returns whether anyone may take it now. */
    boolean free() {
        return holder == null && !blocked;
    }

    boolean sameAs(Standing other) {
        return score == other.score
                && bucket == other.bucket
                && project.equals(other.project)
                && blocked == other.blocked
                && holder == other.holder
                && reserved == other.reserved
                && assignees.equals(other.assignees)
                && wakeMillis == other.wakeMillis;
    }
}
