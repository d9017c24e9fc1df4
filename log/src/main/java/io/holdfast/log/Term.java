package io.holdfast.log;

/**
 * The term in which an entry came into the log; the same at every member but for one thing.
 *
 * @param led whether this member's own process put it there, as the leader of that term
 */
public record Term(long number, boolean led) {

    /** Of an entry of a log that is not shared. */
    public static final Term NONE = new Term(0, true);
}
