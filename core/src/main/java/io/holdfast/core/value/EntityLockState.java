package io.holdfast.core.value;

import java.util.List;

/**
 * The lock of an entity.
 *
 * @param number its id within its tenant
 * @param scopes the protected collections; empty means all
 * @param untilMillis when it ends, by the wall clock at the time it was last set
 */
public record EntityLockState(
        long number, long fence, ClientId holder, List<EntityCollection> scopes, long untilMillis) {

    public EntityLockState {
        scopes = List.copyOf(scopes);
    }
}
