package io.holdfast.core.resource;

import io.holdfast.core.query.OwnedGrants;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ResourceAnswer.Place;
import io.holdfast.core.query.SessionView.Held;
import io.holdfast.core.query.SessionView.Wait;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.Visits;
import io.holdfast.core.value.Estimate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what a holder, or an owner, has. It never changes the state. */
public final class HolderReads {

    /** The minor part of a place after all grants of a resource. */
    private static final long WHOLE = Long.MAX_VALUE;

    private HolderReads() {}

    /** Returns the latest grants of a holder. */
    public static List<Held> grants(Holder holder, int max, long nowNanos, Visits visits) {
        List<Held> held = new ArrayList<>();
        Grant grant = holder.firstGrant;
        while (grant != null && held.size() < max) {
            visits.row();
            held.add(new Held(grant.resource.name(), ResourceReads.row(grant, nowNanos)));
            grant = grant.nextOfHolder;
        }
        return held;
    }

    /** Returns the latest places of a holder. */
    public static List<Wait> waits(Holder holder, int max, long nowNanos, Visits visits) {
        List<Wait> waits = new ArrayList<>();
        Waiter waiter = holder.firstWaiter;
        while (waiter != null && waits.size() < max) {
            visits.row();
            waits.add(new Wait(
                    waiter.resource.name(), ResourceReads.row(waiter, nowNanos, Estimate.NONE)));
            waiter = waiter.nextOfHolder;
        }
        return waits;
    }

    /** Returns whether one of the latest grants or places of a holder has this owner. */
    public static boolean hasOwner(Holder holder, String owner, int max, Visits visits) {
        Grant grant = holder.firstGrant;
        for (int i = 0; grant != null && i < max; i++) {
            visits.row();
            if (owner.equals(grant.owner)) {
                return true;
            }
            grant = grant.nextOfHolder;
        }
        Waiter waiter = holder.firstWaiter;
        for (int i = 0; waiter != null && i < max; i++) {
            visits.row();
            if (owner.equals(waiter.wish.owner())) {
                return true;
            }
            waiter = waiter.nextOfHolder;
        }
        return false;
    }

    /** Returns some of an owner's grants, in the order of the resources and of the fences. */
    public static OwnedGrants owned(Query.ListOwnedGrants query, Kernel kernel, Visits visits) {
        OwnerWalk walk = new OwnerWalk(query, kernel, visits);
        Place after = query.after();
        boolean within = after.major() > 0 && after.minor() != WHOLE;
        long last = kernel.resources()
                .visit(within ? after.major() - 1 : after.major(), visits, walk::isWhole);
        Place stopped = walk.stopped;
        if (stopped != null || last == RowList.END) {
            return new OwnedGrants(walk.found, stopped);
        }
        return new OwnedGrants(walk.found, new Place(last, WHOLE));
    }

    /** A walk over the grants of all resources, which may stop within a resource. */
    private static final class OwnerWalk {
        private final Query.ListOwnedGrants query;
        private final Kernel kernel;
        private final Visits visits;
        private final List<OwnedGrants.Row> found = new ArrayList<>();
        private @Nullable Place stopped;

        OwnerWalk(Query.ListOwnedGrants query, Kernel kernel, Visits visits) {
            this.query = query;
            this.kernel = kernel;
            this.visits = visits;
        }

        /** Visits the grants of a resource. Returns false if some of them are left. */
        boolean isWhole(Resource resource) {
            if (!resource.tenant().name().equals(query.tenant())) {
                return true;
            }
            boolean begun = resource.number() == query.after().major();
            long passed = begun ? query.after().minor() : 0;
            Grant grant = after(resource, passed);
            long last = passed;
            while (grant != null) {
                if (found.size() == query.max() || !visits.more()) {
                    stopped = new Place(resource.number(), last);
                    return false;
                }
                visits.row();
                if (grant.number() > passed && query.owner().equals(owner(grant))) {
                    found.add(new OwnedGrants.Row(resource.name(), grant.number()));
                }
                last = grant.number();
                grant = grant.nextOfResource();
            }
            return true;
        }

        /** If the grant has ended since, the walk passes all earlier grants again. */
        private @Nullable Grant after(Resource resource, long fence) {
            Grant passed = fence == 0 ? null : kernel.findGrant(fence);
            return passed != null && passed.resource == resource
                    ? passed.nextOfResource()
                    : resource.firstGrant();
        }

        private static @Nullable String owner(Grant grant) {
            return grant.owner != null ? grant.owner : grant.holder.owner();
        }
    }
}
