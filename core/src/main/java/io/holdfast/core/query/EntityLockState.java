package io.holdfast.core.query;

import io.holdfast.core.command.ClientId;
import io.holdfast.core.command.EntityCollection;

import java.util.List;

/**
 * The lock of an entity.
 *
 * @param number its id within its tenant
 * @param scopes what it protects; empty means everything
 * @param untilMillis when it ends, by the wall clock of the instant at which it was last set
 */
public record EntityLockState(
        long number, long fence, ClientId holder, List<EntityCollection> scopes, long untilMillis) {

    public EntityLockState {
        scopes = List.copyOf(scopes);
    }
}
