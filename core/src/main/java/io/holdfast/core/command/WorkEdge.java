package io.holdfast.core.command;

/**
 * One edge of a work node to another, named by its id.
 *
 * @param attrs further pairs of the edge as they stand in the text, {@code k: v, l: w}; mostly
 *     empty
 */
public record WorkEdge(String type, String to, String attrs) {

    /** The durable half of a claim: who carried the node. */
    public static final String ASSIGNED = "assigned";

    public static WorkEdge assigned(String person) {
        return new WorkEdge(ASSIGNED, person, "");
    }

    /** Whether it is the same relation, whatever else is said of it. */
    public boolean joins(String otherType, String otherTo) {
        return type.equals(otherType) && to.equals(otherTo);
    }
}
