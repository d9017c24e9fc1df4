package io.holdfast.client.examples;

import io.holdfast.client.ClaimInfo;
import io.holdfast.client.ClaimStatus;
import io.holdfast.client.Holdfast;
import io.holdfast.client.Lease;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Claims on resources. */
final class ClaimExamples {

    private ClaimExamples() {}

    static List<ClaimInfo> claim(Holdfast client) throws InterruptedException {
        // @start region="claim"
        Map<String, Object> shown = Map.of("host", "blade7", "pid", 4711);
        try (Lease lease = client.claims()
                .acquire("sequencer-3", Duration.ofMinutes(1), Duration.ofHours(8), shown)
                .orThrow()) {
            sequence(lease.fence());
        }
        List<ClaimInfo> history = client.claims().list("sequencer-3", ClaimStatus.RELEASED, 100, 0);
        // @end
        return history;
    }

    private static void sequence(long fence) {
        if (fence <= 0) {
            throw new AssertionError("a claim has a fence");
        }
    }
}
