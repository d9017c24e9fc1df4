package io.holdfast.server.auth;

import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which of somebody else's groups and roles mean which role here. What is not listed means nothing:
 * a group that happens to be called {@code admin} elsewhere is no admin of locks.
 *
 * @param roles the roles by the other's word for them
 * @param otherwise what those have of whom no word is listed
 */
public record RoleMap(Map<String, Role> roles, Set<Role> otherwise) {

    public RoleMap {
        roles = Map.copyOf(roles);
        otherwise = Set.copyOf(otherwise);
    }

    /**
     * Reads pairs such as {@code lock-admins=admin}. The last equals sign separates, because a
     * directory's groups have some themselves.
     *
     * @throws IllegalArgumentException where one is no such pair; the message is that one
     */
    public static RoleMap parse(List<String> pairs, Set<Role> otherwise) {
        Map<String, Role> roles = new LinkedHashMap<>();
        for (String pair : pairs) {
            int equals = pair.lastIndexOf('=');
            Role role = Role.of(pair.substring(equals + 1).strip());
            String word = equals < 0 ? "" : pair.substring(0, equals).strip();
            if (role == null || word.isEmpty() || roles.put(word, role) != null) {
                throw new IllegalArgumentException(pair);
            }
        }
        return new RoleMap(roles, otherwise);
    }

    /** The roles of whoever has these words. */
    public Set<Role> of(Collection<String> words) {
        EnumSet<Role> found = EnumSet.noneOf(Role.class);
        for (String word : words) {
            Role role = roles.get(word);
            if (role != null) {
                found.add(role);
            }
        }
        return found.isEmpty() ? otherwise : found;
    }
}
