package io.holdfast.core.claims;

import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.core.query.ClaimFilter;
import io.holdfast.core.query.ClaimsPage;
import io.holdfast.core.query.Query.ListClaims;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Resource;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.state.Visits;
import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.QueueWait;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers lists of claims by walking the smallest set that contains all matches. */
final class ClaimsLists {

    private final ClaimRows claims;
    private final Kernel kernel;

    /** Iterates over claims in id order. */
    private interface Walk {

        /** Returns the first claim with a greater id. */
        @Nullable
        Claim from(long afterId);

        @Nullable
        Claim next(Claim claim);
    }

    ClaimsLists(ClaimRows claims, Kernel kernel) {
        this.claims = claims;
        this.kernel = kernel;
    }

    ClaimsPage list(ListClaims query, long nowNanos, Visits visits) {
        ClaimsTenant tenant = claims.tenant(query.tenant());
        ClaimFilter filter = query.filter();
        if (tenant == null || !filter.ttl().isOpen() && neverActive(filter.status())) {
            return ClaimsPage.EMPTY;
        }
        // Only an active claim has a ttl.
        ClaimStatus status = filter.ttl().isOpen() ? filter.status() : ClaimStatus.ACTIVE;
        Walk walk = filter.resource() == null
                ? ids(tenant, status)
                : ofResource(tenant, filter.resource(), status, query.afterId());
        if (walk == null) {
            return ClaimsPage.EMPTY;
        }
        long afterId = query.afterId();
        long skip = query.skip();
        boolean allFit = filter.resource() == null && filter.onlyNames();
        if (walk instanceof Ids ids && allFit && skip > 0) {
            IdSet.Skipped skipped = ids.set.skip(afterId, skip, visits);
            afterId = skipped.at();
            skip = skipped.left();
        }
        return walk(walk, query, afterId, skip, nowNanos, visits);
    }

    private static boolean neverActive(@Nullable ClaimStatus status) {
        return status != null && status != ClaimStatus.ACTIVE;
    }

    private static ClaimsPage walk(
            Walk walk, ListClaims query, long afterId, long skip, long nowNanos, Visits visits) {
        List<ClaimAnswer> found = new ArrayList<>();
        long lastId = afterId;
        long skipLeft = skip;
        Claim claim = walk.from(afterId);
        while (claim != null && visits.more() && found.size() < query.max()) {
            visits.row();
            ClaimState state = claim.state(nowNanos);
            if (fits(query.filter(), claim, state)) {
                if (skipLeft > 0) {
                    skipLeft--;
                } else {
                    ClaimAnswer answer = claim.answer(nowNanos, QueueWait.NONE);
                    visits.value(answer.data() == null ? 0 : answer.data().size());
                    found.add(answer);
                }
            }
            lastId = claim.id;
            claim = walk.next(claim);
        }
        return new ClaimsPage(found, lastId, skipLeft, claim == null);
    }

    private static boolean fits(ClaimFilter filter, Claim claim, ClaimState state) {
        String resource = filter.resource();
        return (resource == null || resource.equals(claim.trail.name.key())) && filter.fits(state);
    }

    private Ids ids(ClaimsTenant tenant, @Nullable ClaimStatus status) {
        return new Ids(tenant, status == null ? tenant.all : tenant.of(status));
    }

    private @Nullable Walk ofResource(
            ClaimsTenant tenant, String resource, @Nullable ClaimStatus status, long afterId) {
        ResourceName name = new ResourceName(tenant.name, Space.CLAIMS, resource);
        ResourceClaims trail = claims.trail(name);
        if (trail == null) {
            return null;
        }
        Claim last = afterId == 0 ? null : claims.find(tenant, afterId);
        boolean known = afterId == 0 || last != null && last.trail == trail;
        if (status == ClaimStatus.ACTIVE) {
            return new Holding(kernel.find(name));
        }
        // The last claim of the previous page may be removed, or may no longer wait. In that case
        // continue from its id in the tenant's id set, which finds the position directly.
        if (status == ClaimStatus.WAITING) {
            return known && (last == null || last.anyWaiter() != null)
                    ? new Line(last, kernel.find(name))
                    : ids(tenant, status);
        }
        boolean few = status != null && tenant.of(status).size() < trail.size();
        return few || !known ? ids(tenant, status) : new Along(last, trail);
    }

    /** Walks a set of ids. */
    private final class Ids implements Walk {
        private final ClaimsTenant tenant;
        private final IdSet set;

        Ids(ClaimsTenant tenant, IdSet set) {
            this.tenant = tenant;
            this.set = set;
        }

        @Override
        public @Nullable Claim from(long afterId) {
            long id = set.next(afterId);
            return id == 0 ? null : claims.find(tenant, id);
        }

        @Override
        public @Nullable Claim next(Claim claim) {
            return from(claim.id);
        }
    }

    /** Walks the claims on one resource, after {@code last} if it is given. */
    private record Along(@Nullable Claim last, ResourceClaims trail) implements Walk {

        @Override
        public @Nullable Claim from(long afterId) {
            return last == null ? trail.first() : last.nextOfTrail;
        }

        @Override
        public @Nullable Claim next(Claim claim) {
            return claim.nextOfTrail;
        }
    }

    /** Walks the single active claim of a resource. */
    private record Holding(@Nullable Resource resource) implements Walk {

        @Override
        public @Nullable Claim from(long afterId) {
            Grant grant = resource == null ? null : resource.firstGrant();
            return grant != null && grant.holder() instanceof Claim claim && claim.id > afterId
                    ? claim
                    : null;
        }

        @Override
        public @Nullable Claim next(Claim claim) {
            return null;
        }
    }

    /**
     * Walks the queue of a resource, after {@code last} if it is given. Queue order is id order.
     */
    private record Line(@Nullable Claim last, @Nullable Resource resource) implements Walk {

        @Override
        public @Nullable Claim from(long afterId) {
            return last != null ? next(last) : claim(resource == null ? null : resource.head());
        }

        @Override
        public @Nullable Claim next(Claim claim) {
            Waiter waiter = claim.anyWaiter();
            return waiter == null ? null : claim(waiter.next());
        }

        private static @Nullable Claim claim(@Nullable Waiter waiter) {
            return waiter != null && waiter.holder() instanceof Claim claim ? claim : null;
        }
    }
}
