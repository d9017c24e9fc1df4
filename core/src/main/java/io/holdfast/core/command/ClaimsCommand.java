package io.holdfast.core.command;

import io.holdfast.core.bytes.Blob;

import org.jspecify.annotations.Nullable;

/**
 * The claims contract: one queue of claims for each resource, in which the head is active and the
 * others wait.
 */
public sealed interface ClaimsCommand extends Command {

    String tenant();

    /**
     * A new claim: active where nobody else is, otherwise waiting.
     *
     * @param creator who may change the claim later, where only its creator may
     * @param data the client's own value, or null where it gave none
     */
    record Create(
            String tenant,
            String resource,
            long ttlNanos,
            String creator,
            @Nullable Blob data) implements ClaimsCommand {}

    /** A change of one claim, named by its id within its tenant. */
    sealed interface Update extends ClaimsCommand {

        long id();

        /** Only a claim of this creator may be changed; null where anyone's may. */
        @Nullable
        String onlyOf();
    }

    /** The ttl of an active claim counts anew from now. */
    record Prolong(String tenant, long id, @Nullable String onlyOf, long ttlNanos)
            implements Update {}

    /** Asks for another status, one of those that a client may ask for. */
    record Move(String tenant, long id, @Nullable String onlyOf, ClaimStatus to)
            implements Update {}
}
