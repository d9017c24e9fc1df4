package io.holdfast.cli.run;

import io.holdfast.cli.common.Endings;
import io.holdfast.client.EventFilter;
import io.holdfast.client.Holdfast;
import io.holdfast.client.HoldfastException;
import io.holdfast.client.Lease;

import java.util.Map;
import java.util.function.Consumer;

/**
 * Follows the server's events, so that the end of a grant is known at once and not only with the
 * next renewal. Pools have no renewal, so for them it is the only way.
 */
final class BreakWatch {

    private static final Map<String, String> REASONS = Map.of(
            "broken", "an operator broke it",
            "expired", "the lease expired at the server",
            "cancelled", "the server ended it");

    private BreakWatch() {}

    /**
     * Follows in the background.
     *
     * @param key the name of the resource in events
     * @param ended called with the reason if the grant ends at the server
     * @param explained called after that with what its history says, or an empty text
     */
    static void start(
            Holdfast client,
            Lease lease,
            String key,
            Consumer<String> ended,
            Consumer<String> explained) {
        EventFilter filter = EventFilter.ALL
                .withApi(lease.api())
                .withPrefix(key)
                .withKinds(REASONS.keySet().toArray(String[]::new));
        Thread.ofPlatform().daemon().name("break-watch").start(() -> {
            try {
                client.events(filter, event -> {
                    if (event.fence() == lease.fence() && key.equals(event.key())) {
                        ended.accept(REASONS.getOrDefault(event.kind(), event.kind()));
                        explained.accept(Endings.find(client, lease.api(), key, lease.fence()));
                    }
                });
            } catch (HoldfastException e) {
                // Without the role to follow events, the next renewal finds it out.
            }
        });
    }
}
