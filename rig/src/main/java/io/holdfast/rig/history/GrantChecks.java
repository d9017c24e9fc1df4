package io.holdfast.rig.history;

import io.holdfast.rig.history.Findings.Kind;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Checks what must be true of all grants together: holders, fences and queue order. */
final class GrantChecks {

    private GrantChecks() {}

    static void check(List<Grant> grants, Findings findings) {
        checkFences(grants, findings);
        Map<String, List<Grant>> byKey = new TreeMap<>();
        for (Grant grant : grants) {
            byKey.computeIfAbsent(grant.resource.name(), name -> new ArrayList<>())
                    .add(grant);
        }
        for (List<Grant> ofKey : byKey.values()) {
            ofKey.sort(Comparator.comparingLong(grant -> grant.fence));
            checkHolders(ofKey, ofKey.getFirst().resource.capacity(), findings);
            checkOrder(ofKey, findings);
        }
    }

    /** A grant that was requested after another was acknowledged has the higher fence. */
    private static void checkFences(List<Grant> grants, Findings findings) {
        List<Grant> told = new ArrayList<>(grants);
        told.sort(Comparator.comparingLong(grant -> grant.toldNanos));
        List<Grant> asked = new ArrayList<>(grants);
        asked.sort(Comparator.comparingLong(grant -> grant.askedNanos));
        long fenceMax = Long.MIN_VALUE;
        int next = 0;
        for (Grant later : asked) {
            while (next < told.size() && told.get(next).toldNanos < later.askedNanos) {
                fenceMax = Math.max(fenceMax, told.get(next++).fence);
            }
            if (later.fence <= fenceMax) {
                findings.add(Kind.FENCE, later + " came after " + fenceMax);
            }
        }
        told.sort(Comparator.comparingLong(grant -> grant.fence));
        for (int i = 1; i < told.size(); i++) {
            if (told.get(i).fence == told.get(i - 1).fence) {
                findings.add(Kind.FENCE, told.get(i) + " was given twice");
            }
        }
    }

    /**
     * Reports earlier grants of the key that were certainly still held when a later one was
     * reported: both were held at once. The grants are sorted by fence.
     */
    static void checkHolders(List<Grant> ofKey, int holdersMax, Findings findings) {
        long[] toldFromHereMin = toldFromHereMin(ofKey);
        List<Grant> perhapsHeld = new ArrayList<>();
        for (int later = 0; later < ofKey.size(); later++) {
            Grant grant = ofKey.get(later);
            long noneToldBeforeNanos = toldFromHereMin[later];
            perhapsHeld.removeIf(earlier ->
                    earlier.earliestEndNanos() <= noneToldBeforeNanos + Grant.MARGIN_NANOS);
            List<Grant> held = perhapsHeld.stream()
                    .filter(earlier ->
                            earlier.earliestEndNanos() > grant.toldNanos + Grant.MARGIN_NANOS)
                    .toList();
            int holders = held.size() + 1;
            if (holders > holdersMax) {
                findings.add(Kind.TWO_HOLDERS, grant + " is holder number " + holders);
                if (held.stream().noneMatch(Grant::maybeReleased)) {
                    findings.add(Kind.EARLY, grant + " came before the end of " + held);
                }
            }
            perhapsHeld.add(grant);
        }
    }

    /** Returns for each grant the first time at which it or a later one was acknowledged. */
    private static long[] toldFromHereMin(List<Grant> ofKey) {
        long[] min = new long[ofKey.size()];
        long least = Long.MAX_VALUE;
        for (int i = ofKey.size() - 1; i >= 0; i--) {
            least = Math.min(least, ofKey.get(i).toldNanos);
            min[i] = least;
        }
        return min;
    }

    /** A client that was queued before another one requested is served before that one. */
    private static void checkOrder(List<Grant> ofKey, Findings findings) {
        List<Grant> queued = new ArrayList<>(ofKey);
        queued.sort(Comparator.comparingLong(grant -> grant.queuedNanos));
        List<Grant> asked = new ArrayList<>(ofKey);
        asked.sort(Comparator.comparingLong(grant -> grant.askedNanos));
        long fenceMax = Long.MIN_VALUE;
        int next = 0;
        for (Grant later : asked) {
            while (next < queued.size() && queued.get(next).queuedNanos < later.askedNanos) {
                fenceMax = Math.max(fenceMax, queued.get(next++).fence);
            }
            if (later.fence < fenceMax) {
                findings.add(Kind.ORDER, later + " was served before " + fenceMax);
            }
        }
    }
}
