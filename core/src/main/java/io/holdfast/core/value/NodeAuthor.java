package io.holdfast.core.command;

import org.jspecify.annotations.Nullable;

/**
 * The authenticated identity that acts on nodes. It alone determines who holds a lease.
 *
 * @param person the id of the person's node
 * @param name the display name of a person that has no node yet
 * @param agent the id of the agent that acts for the person, or null
 * @param session the run that the agent's token is bound to, or null
 */
public record WorkAuthor(
        String person,
        String name,
        @Nullable String agent,
        @Nullable String session) {

    public static WorkAuthor person(String person, String name) {
        return new WorkAuthor(person, name, null, null);
    }
}
