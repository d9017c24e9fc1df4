package io.holdfast.rig.history;

import io.holdfast.rig.history.Findings.Kind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The time until which a client acted as the holder, by its own clock.
 *
 * @param fence the fence of the client's grant
 */
public record Belief(Resource resource, long fence, long untilNanos) {

    /**
     * Checks that a client learns of a higher fence only after all holders of lower ones have
     * stopped.
     */
    static void check(List<Belief> beliefs, List<Grant> grants, Findings findings) {
        Map<String, List<Grant>> byKey = new HashMap<>();
        for (Grant grant : grants) {
            byKey.computeIfAbsent(grant.resource.name(), name -> new ArrayList<>())
                    .add(grant);
        }
        for (List<Grant> ofKey : byKey.values()) {
            ofKey.sort((a, b) -> Long.compare(a.fence(), b.fence()));
        }
        // A grant that the client obtained twice ends at its first release.
        Map<Long, Belief> byFence = new HashMap<>();
        for (Belief belief : beliefs) {
            byFence.merge(
                    belief.fence(), belief, (a, b) -> a.untilNanos() < b.untilNanos() ? a : b);
        }
        for (Belief belief : byFence.values()) {
            if (belief.resource().capacity() == 1) {
                List<Grant> ofKey = byKey.getOrDefault(belief.resource().name(), List.of());
                check(belief, ofKey, findings);
            }
        }
    }

    /** Checks the next fence only: clients with later fences were answered later. */
    private static void check(Belief belief, List<Grant> ofKey, Findings findings) {
        int low = 0;
        int high = ofKey.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ofKey.get(middle).fence() <= belief.fence()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low < ofKey.size()) {
            Grant next = ofKey.get(low);
            if (next.toldNanos + Grant.MARGIN_NANOS < belief.untilNanos()) {
                findings.add(Kind.BELIEF, belief + ", but " + next + " was granted");
            }
        }
    }
}
