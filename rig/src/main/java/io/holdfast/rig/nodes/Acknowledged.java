package io.holdfast.rig.nodes;

import io.holdfast.rig.load.Findings;
import io.holdfast.rig.load.Findings.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What the server has said yes to, and must not forget. Safe from any thread. */
final class Acknowledged {

    /** A lease that a worker believes to hold. */
    record Lease(String node, String person, long fence) {}

    private final Findings findings;
    private final Map<String, List<String>> edges = new LinkedHashMap<>();
    private final Map<String, Lease> leases = new LinkedHashMap<>();
    private final Map<String, Long> fences = new HashMap<>();
    final LongAdder turns = new LongAdder();
    final LongAdder renewals = new LongAdder();
    final LongAdder conflicts = new LongAdder();
    final LongAdder retries = new LongAdder();

    Acknowledged(Findings findings) {
        this.findings = findings;
    }

    synchronized void node(String id) {
        edges.putIfAbsent(id, new ArrayList<>());
    }

    synchronized void edge(String from, String line) {
        edges.computeIfAbsent(from, id -> new ArrayList<>()).add(line);
    }

    synchronized void takes(Lease lease) {
        turns.increment();
        Lease other = leases.put(lease.node(), lease);
        if (other != null) {
            findings.add(Kind.TWO_HOLDERS, other + " is held, and now " + lease);
        }
        Long last = fences.put(lease.node(), lease.fence());
        if (last != null && lease.fence() <= last) {
            findings.add(Kind.FENCE, lease + " came after " + last);
        }
    }

    /** Said before the request that ends the turn: from then on either answer is right. */
    synchronized void gives(Lease lease) {
        leases.remove(lease.node(), lease);
    }

    synchronized @Nullable String one(int number) {
        List<String> ids = new ArrayList<>(edges.keySet());
        return ids.isEmpty() ? null : ids.get(Math.floorMod(number, ids.size()));
    }

    /** All nodes with the edges that they were given. */
    synchronized Map<String, List<String>> nodes() {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        edges.forEach((id, lines) -> copy.put(id, List.copyOf(lines)));
        return copy;
    }

    synchronized List<Lease> leases() {
        return List.copyOf(leases.values());
    }
}
