package io.holdfast.log;

/**
 * The term in which an entry was appended to the log.
 *
 * @param number the same at every member
 * @param led whether this member's own process appended the entry, as the leader of that term
 */
public record Term(long number, boolean led) {

    /** The term of an entry in a log without peers. */
    public static final Term NONE = new Term(0, true);
}
