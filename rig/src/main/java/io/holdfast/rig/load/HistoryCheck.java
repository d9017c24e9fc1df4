package io.holdfast.rig.load;

import io.holdfast.rig.load.Findings.Kind;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What must be true of all grants together, over every restart. */
public final class HistoryCheck {

    private HistoryCheck() {}

    public static void check(History history, Findings findings) {
        List<Grant> grants = history.grants();
        checkFences(grants, findings);
        Map<String, List<Grant>> byKey = new TreeMap<>();
        for (Grant grant : grants) {
            byKey.computeIfAbsent(grant.key.name(), name -> new ArrayList<>()).add(grant);
        }
        for (List<Grant> ofKey : byKey.values()) {
            ofKey.sort(Comparator.comparingLong(grant -> grant.fence));
            checkHolders(ofKey, findings);
            checkOrder(ofKey, findings);
        }
    }

    /** A grant that was asked for after another was told has the higher fence. */
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
     * Whoever was given the key earlier, and surely still held it when a later one was told, held
     * it together with that one. The grants come in the order of their fences.
     */
    private static void checkHolders(List<Grant> ofKey, Findings findings) {
        for (int later = 1; later < ofKey.size(); later++) {
            long toldNanos = ofKey.get(later).toldNanos;
            int holders = 1;
            for (int earlier = later - 1; earlier >= 0; earlier--) {
                long endNanos = ofKey.get(earlier).earliestEndNanos();
                if (endNanos > toldNanos + Grant.MARGIN_NANOS) {
                    holders++;
                }
            }
            if (holders > ofKey.get(later).key.holdersMax()) {
                findings.add(Kind.TWO_HOLDERS, ofKey.get(later) + " is holder number " + holders);
            }
        }
    }

    /** Who stood in the line before another one asked is served before that one. */
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
