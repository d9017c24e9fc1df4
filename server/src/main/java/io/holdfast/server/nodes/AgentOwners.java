package io.holdfast.server.nodes;

import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import io.holdfast.server.auth.TokenRecord;
import io.holdfast.server.auth.TokenRegistry;
import io.holdfast.server.auth.TokenText;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks up whether an agent's person still has access according to the current tokens file. Only a
 * person's own tokens count: an agent cannot keep another agent valid.
 *
 * <p>Threading: any thread.
 */
public final class AgentOwners {

    private final TokenRegistry book;
    private final LongSupplier wallMillis;
    private volatile Index index = new Index(List.of(), Map.of());

    public AgentOwners(TokenRegistry book, LongSupplier wallMillis) {
        this.book = book;
        this.wallMillis = wallMillis;
    }

    /** A person, by the node id that it has in a tenant. */
    private record Person(String tenant, String id) {}

    /** @param of the records it was built from; a changed file yields another list */
    private record Index(List<TokenRecord> of, Map<Person, List<TokenRecord>> byPerson) {}

    /** Returns the person with the combined roles of its valid tokens, or null if it has none. */
    @Nullable
    Principal now(String tenant, String person) {
        long now = wallMillis.getAsLong();
        Set<Role> roles = EnumSet.noneOf(Role.class);
        String name = "";
        for (TokenRecord record :
                index().byPerson.getOrDefault(new Person(tenant, person), List.of())) {
            if (!record.isOver(now)) {
                roles.addAll(record.roles());
                name = record.name();
            }
        }
        return roles.isEmpty() ? null : new Principal(name, true, null, tenant, roles);
    }

    private Index index() {
        List<TokenRecord> records = book.records();
        Index known = index;
        if (known.of == records) {
            return known;
        }
        Map<Person, List<TokenRecord>> byPerson = new HashMap<>();
        for (TokenRecord record : records) {
            if (record.kind() == TokenText.Kind.PERSON) {
                String id = PrincipalIdentities.author(record.principal()).person();
                byPerson.computeIfAbsent(new Person(record.tenant(), id), _ -> new ArrayList<>())
                        .add(record);
            }
        }
        Index made = new Index(records, byPerson);
        index = made;
        return made;
    }
}
