package io.holdfast.core.command;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.outcome.ClaimsOutcome;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.Format;

import org.jspecify.annotations.Nullable;

/**
 * Commands of the claims API: each resource has a queue of claims, in which the first is active and
 * the others wait.
 */
public sealed interface ClaimsCommand<O extends ClaimsOutcome> extends Command<O> {

    String tenant();

    /**
     * Creates a claim. It is active if the resource is free; otherwise it waits.
     *
     * @param creator the principal that may change the claim later, if only its creator may
     * @param data the client's own value, or null if it gave none
     */
    record Create(
            String tenant,
            String resource,
            long ttlNanos,
            String creator,
            @Nullable Blob data) implements ClaimsCommand<ClaimsOutcome.Create> {}

    /**
     * Creates an active claim, or is refused if another claim on the resource is active. It never
     * waits.
     *
     * @param creator as of {@link Create}
     * @param owner a display name of the holder, which proves nothing; null for the creator's
     */
    record Take(
            String tenant,
            String resource,
            long ttlNanos,
            String creator,
            @Nullable String owner,
            @Nullable Blob data)
            implements ClaimsCommand<ClaimsOutcome.Take> {

        @Override
        public int format() {
            return Format.FIFTH;
        }
    }

    /** Changes one claim, identified by its id within its tenant. */
    sealed interface Update extends ClaimsCommand<ClaimsOutcome.Update> {

        long id();

        /** Returns the only creator whose claims may be changed, or null if all may. */
        @Nullable
        String onlyOf();
    }

    /** Restarts the ttl of an active claim from now. */
    record Prolong(String tenant, long id, @Nullable String onlyOf, long ttlNanos)
            implements Update {}

    /** Requests another status, one of those that a client may request. */
    record Move(String tenant, long id, @Nullable String onlyOf, ClaimStatus to)
            implements Update {}
}
