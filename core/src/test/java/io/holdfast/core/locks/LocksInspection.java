package io.holdfast.core.locks;

import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.state.Findings;
import io.holdfast.core.state.Timed;
import io.holdfast.core.tenants.Tenants;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Space;

/** The invariants of the running counts and of enqueued places between two batches. */
public final class LocksInspection {

    private LocksInspection() {}

    /** Checks the running counts and the places, and recounts the keys of every tenant. */
    public static void run(LocksBook locks, Kernel kernel, Findings findings, Tenants recount) {
        Tally counted = new Tally();
        kernel.resources().forEach(resource -> {
            if (resource.name().space() == Space.LOCKS) {
                counted.add(resource);
                recount.of(resource.name().tenant()).addKeys(1);
            }
        });
        Tally tally = locks.tally();
        boolean same = tally.keys() == counted.keys();
        for (KeyKind kind : KeyKind.values()) {
            same &= tally.holders(kind) == counted.holders(kind);
            same &= tally.waiters(kind) == counted.waiters(kind);
        }
        findings.expect(same, "the running counts differ from a recount");
        EnqueuedRequests places = locks.places;
        places.rows().forEach(place -> check(place, places, kernel, findings));
        findings.expect(
                uncollected(kernel) == granted(places), "an uncollected grant has no place");
        findings.expect(
                places.index.size() == places.rows().size(), "the index has removed places");
    }

    private static int uncollected(Kernel kernel) {
        int[] count = new int[1];
        kernel.resources().forEach(resource -> {
            Grant grant = resource.firstGrant();
            while (grant != null) {
                boolean counts = resource.name().space() == Space.LOCKS && grant.uncollected();
                count[0] += counts ? 1 : 0;
                grant = grant.nextOfResource();
            }
        });
        return count[0];
    }

    private static int granted(EnqueuedRequests places) {
        int[] count = new int[1];
        places.rows().forEach(place -> count[0] += place.grant != null ? 1 : 0);
        return count[0];
    }

    private static void check(
            Place place, EnqueuedRequests places, Kernel kernel, Findings findings) {
        findings.see(place);
        Waiter waiter = place.waiter;
        Grant grant = place.grant;
        findings.expect(
                places.index.find(place.session, place.resource) == place,
                "not in the index",
                place);
        findings.expect(waiter == null || grant == null, "has a waiter and a grant", place);
        findings.expect(
                place.expired() || place.dueNanos() == Timed.NEVER, "has a deadline", place);
        findings.expect(
                waiter == null
                        || waiter.twoPhase()
                                && kernel.findWaiter(waiter.resource().name(), waiter.number())
                                        == waiter
                                && waiter.resource().number() == place.resource
                                && waiter.holder().number() == place.session,
                "has another session's waiter",
                place);
        findings.expect(
                grant == null
                        || grant.uncollected()
                                && kernel.findGrant(grant.number()) == grant
                                && grant.resource().number() == place.resource
                                && grant.holder().number() == place.session,
                "has another session's grant",
                place);
    }
}
