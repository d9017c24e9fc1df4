package io.holdfast.core.value;

/**
 * The actor of a command, as the edge established it, for the audit log. Only sessions depend on it
 * for decisions: a session belongs to the tenant that opened it, and the number of sessions per
 * address is limited.
 */
public record Actor(String tenant, String principal, String address) {

    /** The tenant of principals without one of their own. */
    public static final String DEFAULT_TENANT = "default";

    /** The member itself, for commands that no client requested. */
    public static final Actor MEMBER = new Actor("", "node", "");
}
