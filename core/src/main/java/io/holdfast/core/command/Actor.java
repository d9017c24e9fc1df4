package io.holdfast.core.command;

/**
 * Who acted, as the edge established it: for the audit log, and not for decisions, but that a
 * session is of the tenant that opened it.
 */
public record Actor(String tenant, String principal, String address) {

    /** Whoever is of no tenant of its own. */
    public static final String DEFAULT_TENANT = "default";

    /** The node itself, for commands that no client asked for. */
    public static final Actor NODE = new Actor("", "node", "");
}
