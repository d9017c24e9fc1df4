package io.holdfast.core.value;

import org.jspecify.annotations.Nullable;

/**
 * The authenticated identity that acts on nodes. It alone determines who holds a lease.
 *
 * @param person the id of the person's node
 * @param name the display name of a person that has no node yet
 * @param agent the id of the agent that acts for the person, or null
 * @param session the run that the agent's token is bound to, or null
 */
public record NodeAuthor(
        String person,
        String name,
        @Nullable String agent,
        @Nullable String session) {

    public static NodeAuthor person(String person, String name) {
        return new NodeAuthor(person, name, null, null);
    }
}
