package io.holdfast.server.entities;

import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import io.holdfast.server.config.EntityReader;
import io.holdfast.server.http.Exchange;

import org.jspecify.annotations.Nullable;

/** The entity that a path names. */
record Target(String tenant, EntityType type, String id) {

    /** Returns null if the path's first segment is not a type that this route serves. */
    static @Nullable Target of(Exchange exchange, boolean lockable) {
        EntityType type = EntityType.ofPath(exchange.pathParameter(0));
        return type == null || lockable && !type.lockable()
                ? null
                : new Target(exchange.actor().tenant(), type, exchange.pathParameter(1));
    }

    @Nullable
    EntityError idFault() {
        return EntityReader.ID.matcher(id).matches() ? null : EntityError.badEntityId(id);
    }

    /** Returns the name of the resource that is the entity's lock. */
    ResourceName resource() {
        return new ResourceName(tenant, Space.ENTITIES, type.path() + "/" + id);
    }

    /** Returns the entity's absolute path. */
    String path() {
        return EntitiesDialect.BASE + "/" + type.path() + "/" + id;
    }
}
