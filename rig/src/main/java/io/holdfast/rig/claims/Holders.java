package io.holdfast.rig.claims;

import io.holdfast.rig.load.Findings;
import io.holdfast.rig.load.Findings.Kind;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Who believes to hold what. A second one who does is a find. Safe from any thread. */
final class Holders {

    private final Findings findings;
    private final Map<String, Integer> held = new HashMap<>();
    private final Map<String, Long> fences = new HashMap<>();
    final LongAdder turns = new LongAdder();
    final LongAdder renewals = new LongAdder();
    final LongAdder conflicts = new LongAdder();
    final LongAdder retries = new LongAdder();
    final LongAdder withdrawals = new LongAdder();
    final LongAdder validations = new LongAdder();

    Holders(Findings findings) {
        this.findings = findings;
    }

    synchronized void takes(String resource, int client, long fence) {
        turns.increment();
        Integer other = held.put(resource, client);
        if (other != null) {
            findings.add(
                    Kind.TWO_HOLDERS, resource + ": " + other + " holds it, and now " + client);
        }
        Long last = fences.put(resource, fence);
        if (last != null && fence <= last) {
            findings.add(Kind.FENCE, resource + ": after " + last + " came " + fence);
        }
    }

    /** Said before the request that ends the turn, because the next one may come at once. */
    synchronized void gives(String resource, int client) {
        held.remove(resource, client);
    }
}
