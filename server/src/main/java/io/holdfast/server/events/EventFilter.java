package io.holdfast.server.events;

import io.holdfast.core.event.Event;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which events a reader gets.
 *
 * @param space the API; null for all, and then also events without a resource
 * @param prefix of the key; empty for all, and then also events without a resource
 * @param kinds empty for all
 * @param owner null for all
 */
record EventFilter(
        String tenant,
        @Nullable Space space,
        String prefix,
        Set<EventKind> kinds,
        @Nullable String owner) {

    boolean lets(Event event, EventKind kind) {
        return switch (event) {
            case Event.Granted e -> lets(kind, e.name(), e.owner());
            case Event.Queued e -> lets(kind, e.name(), e.owner());
            case Event.Ended e -> lets(kind, e.name(), e.owner());
            case Event.WaitEnded e -> lets(kind, e.name(), e.owner());
            case Event.SessionOpened e -> lets(kind, e.tenant(), e.owner());
            case Event.SessionEnded e -> lets(kind, e.tenant(), e.owner());
            case Event.SettingsChanged _ -> lets(kind, tenant, null);
            case Event.Forgotten _, Event.ClaimMoved _ -> false;
        };
    }

    /** Returns whether the reader gets changes of the leader, which concern all tenants. */
    boolean letsLeader() {
        return lets(EventKind.LEADER_CHANGED, tenant, null);
    }

    private boolean lets(EventKind kind, ResourceName name, @Nullable String whose) {
        return name.tenant().equals(tenant)
                && (space == null || name.space() == space)
                && name.key().startsWith(prefix)
                && isWanted(kind, whose);
    }

    private boolean lets(EventKind kind, String of, @Nullable String whose) {
        return of.equals(tenant) && space == null && prefix.isEmpty() && isWanted(kind, whose);
    }

    private boolean isWanted(EventKind kind, @Nullable String whose) {
        return (kinds.isEmpty() || kinds.contains(kind)) && (owner == null || owner.equals(whose));
    }
}
