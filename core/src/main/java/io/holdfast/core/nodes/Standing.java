package io.holdfast.core.nodes;

import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How a node stands in the queue. It is replaced, never changed, so that the orders it stands in
 * can always find it again.
 *
 * @param number the number of the node
 * @param holder whoever has the lease, or null
 * @param reserved whether that lease is a reservation
 * @param assignees the persons to whose agenda it belongs
 * @param wakeMillis until when it sleeps; zero where it never does
 */
record Standing(
        WorkNode node,
        long number,
        int score,
        int shelf,
        String project,
        boolean blocked,
        @Nullable Vertex holder,
        boolean reserved,
        List<Vertex> assignees,
        long wakeMillis) {

    /** The highest score first, then the oldest. */
    static final Comparator<Standing> ORDER = (one, other) -> one.score != other.score
            ? Integer.compare(other.score, one.score)
            : Long.compare(one.number, other.number);

    /** Those behind a place in the order, whether or not a node stands there. */
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
                shelf,
                project,
                blocked,
                holder,
                reserved,
                assignees,
                wakeMillis);
    }

    /** Whether anyone may take it now. */
    boolean free() {
        return holder == null && !blocked;
    }

    boolean sameAs(Standing other) {
        return score == other.score
                && shelf == other.shelf
                && project.equals(other.project)
                && blocked == other.blocked
                && holder == other.holder
                && reserved == other.reserved
                && assignees.equals(other.assignees)
                && wakeMillis == other.wakeMillis;
    }
}
