package io.holdfast.log;

/**
 * What a member knows of its group, for operators.
 *
 * @param leader empty if none is known
 * @param committedIndex the last index that is known to be committed
 * @param appliedIndex the last index that was applied here
 * @param problem why the leader did not accept the last batch; empty if it did
 */
public record Standing(
        String leader, long term, long committedIndex, long appliedIndex, String problem) {

    /** Returns whether all entries that are known to be committed are applied. */
    public boolean isCaughtUp() {
        return !leader.isEmpty() && appliedIndex >= committedIndex;
    }

    @Override
    public String toString() {
        return "leader=" + (leader.isEmpty() ? "none" : leader) + " term=" + term + " committed="
                + committedIndex + " applied=" + appliedIndex
                + (problem.isEmpty() ? "" : " problem=\"" + problem + "\"");
    }
}
