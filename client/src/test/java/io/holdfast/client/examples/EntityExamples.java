package io.holdfast.client.examples;

import io.holdfast.client.Acquired;
import io.holdfast.client.EntityLocks;
import io.holdfast.client.Holdfast;

import java.time.Duration;
import java.util.Set;

/** Locks on components and apps. */
final class EntityExamples {

    private EntityExamples() {}

    static Acquired entity(Holdfast client) throws InterruptedException {
        // @start region="entity"
        EntityLocks locks = client.entities();
        Acquired acquired = locks.acquire(
                "components", "arm", Duration.ofMinutes(5), Set.of("configurations"), false);
        // @end
        return acquired;
    }
}
