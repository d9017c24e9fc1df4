package io.holdfast.server.auth;

import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Maps external groups and roles to roles. An unlisted group grants nothing: a group that is called
 * {@code admin} elsewhere does not administer locks.
 *
 * @param roles the roles by external group
 * @param otherwise the roles of principals without a listed group
 */
public record RoleMap(Map<String, Role> roles, Set<Role> otherwise) {

    public RoleMap {
        roles = Map.copyOf(roles);
        otherwise = Set.copyOf(otherwise);
    }

    /**
     * Parses pairs such as {@code lock-admins=admin}. The last equals sign separates, because
     * directory groups may contain equals signs.
     *
     * @throws IllegalArgumentException if a pair is invalid; the message is the pair
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

    /** Returns the roles of a principal with these groups. */
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
