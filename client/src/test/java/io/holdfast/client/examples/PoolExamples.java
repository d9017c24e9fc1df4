package io.holdfast.client.examples;

import io.holdfast.client.Holdfast;
import io.holdfast.client.Lease;
import io.holdfast.client.Pool;

import java.time.Duration;
import java.util.UUID;

/** Pools of numbered slots. */
final class PoolExamples {

    private PoolExamples() {}

    static String pool(Holdfast client, UUID id) throws InterruptedException {
        // @start region="pool"
        Pool accounts = client.pool(id);
        accounts.create(3);
        try (Lease lease =
                accounts.borrow(Duration.ofMinutes(5), Duration.ofSeconds(30)).orThrow()) {
            return "account " + lease.slot();
        }
        // @end
    }
}
