package io.holdfast.core.value;

/**
 * An edge from one node to another, identified by its id.
 *
 * @param attrs further attributes as in the text, {@code k: v, l: w}; usually empty
 */
public record NodeEdge(String type, String to, String attrs) {

    /** The durable part of a claim: the person who worked on the node. */
    public static final String ASSIGNED = "assigned";

    public static NodeEdge assigned(String person) {
        return new NodeEdge(ASSIGNED, person, "");
    }

    /** Returns whether it has this type and target, regardless of its attributes. */
    public boolean joins(String otherType, String otherTo) {
        return type.equals(otherType) && to.equals(otherTo);
    }
}
