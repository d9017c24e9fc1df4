package io.holdfast.core.nodes;

import io.holdfast.core.command.NodesCommand.Claim;
import io.holdfast.core.command.NodesCommand.Extend;
import io.holdfast.core.command.NodesCommand.Release;
import io.holdfast.core.command.NodesCommand.Renew;
import io.holdfast.core.command.NodesCommand.Reserve;
import io.holdfast.core.command.NodesSettings;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.outcome.NodeRefusal;
import io.holdfast.core.outcome.NodeVerdict;
import io.holdfast.core.outcome.NodesOutcome;
import io.holdfast.core.outcome.Outcome.NodeChanged;
import io.holdfast.core.outcome.Outcome.NodeRefused;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.GrantTerms;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Resource;
import io.holdfast.core.state.State;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of leases on nodes. A claim has two parts: an edge that stays, and a grant that
 * expires. Renewals change only the grant.
 */
final class Leases {

    private static final long MILLI_NANOS = 1_000_000L;
    private static final long DRIFT_MILLIS_MAX = 1_000;

    private final State state;
    private final Kernel kernel;
    private final NodeRows nodes;
    private NodesSettings settings = NodesSettings.DEFAULT;

    Leases(State state, Kernel kernel, NodeRows nodes) {
        this.state = state;
        this.kernel = kernel;
        this.nodes = nodes;
    }

    void configure(NodesSettings newSettings) {
        settings = newSettings;
    }

    NodesOutcome.Change claim(Node node, Claim c) {
        if (!settings.isClaimable(node.type())) {
            return refused(NodeRefusal.NOT_CLAIMABLE, node, c.by());
        }
        if (node.type().isTerminal(node.status)) {
            return refused(NodeRefusal.NOT_READY, node, c.by());
        }
        Grant lease = node.lease;
        if (lease != null && !canTake(node, c)) {
            NodeRefused held = refused(NodeRefusal.HELD, node, c.by());
            return new NodeRefused(
                    held.reason(),
                    held.holder(),
                    held.word(),
                    held.lapsedMillis(),
                    kernel.estimates().of(lease.resource(), 1));
        }
        Refusal refusal = refuse(node, c.by());
        if (refusal != null) {
            return refusal.outcome();
        }
        return take(node, c.by(), c.session(), c.nonce());
    }

    /**
     * Rejects a lease if the tenant has no room for it. A node that is already leased needs no new
     * lease.
     */
    @Nullable
    Refusal refuse(Node node, NodeAuthor by) {
        NodeEdge edge = NodeEdge.assigned(by.person());
        long more = node.hasEdge(edge.type(), edge.to()) ? 0 : Node.bytes(edge);
        if (node.lease == null) {
            GrantTerms wish = new GrantTerms(node, null, 0, settings.claimTtlNanos());
            more += Resource.bytes(node.id(), 1) + Grant.bytes(wish);
        }
        Refusal refusal = nodes.refuse(node.tenant, by, node.id(), 0, 0, more);
        return refusal != null || node.lease != null ? refusal : node.tenant.use.refuseLeases(1);
    }

    private static boolean canTake(Node node, Claim c) {
        String nonce = c.nonce();
        String kept = node.leaseNonce;
        return node.heldBy(c.by().person())
                && (nonce == null || kept == null || nonce.equals(kept));
    }

    /** Takes a lease that is free, or renews the caller's own. The outcome says which. */
    NodeChanged take(Node node, NodeAuthor by, @Nullable String session, @Nullable String nonce) {
        Node person = nodes.person(node.tenant, by);
        Grant own = node.lease;
        boolean fresh = own == null;
        state.touch(node);
        if (own == null) {
            GrantTerms wish = new GrantTerms(person, null, 0, settings.claimTtlNanos());
            Grant grant = kernel.grant(resource(node), wish, false, 0);
            node.lease = grant;
            node.leaseBy = person.id();
            node.leaseSession = session;
            node.leaseNonce = nonce;
            node.leaseReserved = false;
            node.leaseUntilMillis = untilMillis(grant);
        } else {
            revive(node, own);
            bind(node, session);
            node.leaseNonce = nonce == null ? node.leaseNonce : nonce;
        }
        boolean edge = !node.hasEdge(NodeEdge.ASSIGNED, person.id());
        if (edge) {
            addEdge(node, NodeEdge.assigned(person.id()));
            nodes.written(node);
        }
        nodes.leased(node);
        NodeVerdict verdict = fresh ? NodeVerdict.CLAIMED : NodeVerdict.RENEWED;
        return changed(verdict, node, edge, false);
    }

    private Resource resource(Node node) {
        ResourceName name = new ResourceName(node.tenant.name, Space.NODES, node.id());
        Resource known = kernel.find(name);
        return known != null ? known : kernel.create(name, 0, 1);
    }

    NodesOutcome.Change renew(Node node, Renew c) {
        Grant own = own(node, c.by());
        if (own == null) {
            return lost(node, c.by());
        }
        state.touch(node);
        revive(node, own);
        bind(node, c.session());
        nodes.leased(node);
        return changed(NodeVerdict.RENEWED, node, false, false);
    }

    NodesOutcome.Change extend(Node node, Extend c) {
        Grant own = own(node, c.by());
        if (own == null) {
            return lost(node, c.by());
        }
        state.touch(node);
        if (node.leaseReserved) {
            revive(node, own);
        }
        bind(node, c.session());
        long cap = state.after(settings.claimTtlMaxNanos());
        long sum = own.dueNanos() + c.byNanos();
        boolean capped = sum < own.dueNanos() || sum > cap;
        long addedNanos = Math.max(0, (capped ? cap : sum) - own.dueNanos());
        long extendedMillis = node.leaseUntilMillis + addedNanos / MILLI_NANOS;
        endAt(node, own, own.dueNanos() + addedNanos);
        // Clients expect the last expiry plus the extension, without a rounding error. The computed
        // time counts if the wall clock was set meanwhile.
        if (Math.abs(extendedMillis - node.leaseUntilMillis) < DRIFT_MILLIS_MAX) {
            node.leaseUntilMillis = extendedMillis;
        }
        nodes.leased(node);
        return changed(NodeVerdict.EXTENDED, node, false, capped);
    }

    NodesOutcome.Change reserve(Node node, Reserve c) {
        Grant own = own(node, c.by());
        if (own == null) {
            return lost(node, c.by());
        }
        state.touch(node);
        node.leaseReserved = true;
        node.leaseNonce = null;
        bind(node, c.session());
        endAt(node, own, state.after(settings.graceNanos()));
        nodes.leased(node);
        return changed(NodeVerdict.RESERVED, node, false, false);
    }

    /** Releases the caller's own or an expired lease, and removes the caller's assignment edge. */
    NodesOutcome.Change release(Node node, Release c) {
        String person = c.by().person();
        Grant lease = node.lease;
        if (lease != null && !node.heldBy(person)) {
            return refused(NodeRefusal.HELD, node, c.by());
        }
        if (lease != null) {
            kernel.end(lease, GrantEnd.RELEASED);
        }
        if (person.equals(node.leaseBy)) {
            state.touch(node);
            forgetLease(node);
            nodes.leased(node);
        }
        boolean edge = node.hasEdge(NodeEdge.ASSIGNED, person);
        if (edge) {
            state.touch(node);
            removeEdge(node, NodeEdge.ASSIGNED, person);
            nodes.written(node);
        }
        return changed(NodeVerdict.RELEASED, node, edge, false);
    }

    /** Records the end of a grant. Its holder is remembered until the next lease. */
    void ended(Node node, GrantEnd reason) {
        state.touch(node);
        node.lease = null;
        if (reason == GrantEnd.BROKEN) {
            // It ended before the expiry time that its holder was given.
            node.leaseUntilMillis = state.wallMillis();
        }
        nodes.leased(node);
    }

    private static void forgetLease(Node node) {
        node.leaseBy = null;
        node.leaseSession = null;
        node.leaseNonce = null;
        node.leaseReserved = false;
        node.leaseUntilMillis = 0;
    }

    private NodeRefused lost(Node node, NodeAuthor by) {
        boolean claimable = settings.isClaimable(node.type());
        return refused(claimable ? NodeRefusal.LEASE_LOST : NodeRefusal.NOT_CLAIMABLE, node, by);
    }

    private @Nullable Grant own(Node node, NodeAuthor by) {
        return node.heldBy(by.person()) ? node.lease : null;
    }

    /** Renews a lease. A renewal never shortens it, but turns a reservation into a normal lease. */
    private void revive(Node node, Grant own) {
        long dueNanos = state.after(settings.claimTtlNanos());
        boolean reserved = node.leaseReserved;
        node.leaseReserved = false;
        if (reserved || dueNanos > own.dueNanos()) {
            endAt(node, own, dueNanos);
        }
    }

    private void endAt(Node node, Grant own, long dueNanos) {
        kernel.endAt(own, dueNanos);
        node.leaseUntilMillis = untilMillis(own);
    }

    private static void bind(Node node, @Nullable String session) {
        node.leaseSession = session == null ? node.leaseSession : session;
    }

    private long untilMillis(Grant grant) {
        long leftNanos = grant.dueNanos() - state.nowNanos();
        return state.wallMillis() + Math.ceilDiv(leftNanos, MILLI_NANOS);
    }

    static void addEdge(Node node, NodeEdge edge) {
        List<NodeEdge> added = new ArrayList<>(node.added);
        added.add(edge);
        node.added = List.copyOf(added);
    }

    static void removeEdge(Node node, String type, String to) {
        List<NodeEdge> added = new ArrayList<>(node.added);
        added.removeIf(edge -> edge.joins(type, to));
        node.added = List.copyOf(added);
        List<Integer> removed = new ArrayList<>();
        for (int i = 0; i < node.text.edges().size(); i++) {
            if (node.removed.contains(i) || node.text.edges().get(i).joins(type, to)) {
                removed.add(i);
            }
        }
        node.removed = List.copyOf(removed);
    }

    NodeChanged changed(NodeVerdict verdict, Node node, boolean edge, boolean capped) {
        return new NodeChanged(verdict, node.lease(state.nowNanos()), null, edge, capped);
    }

    NodeRefused refused(NodeRefusal reason, Node node, NodeAuthor by) {
        boolean mine = by.person().equals(node.leaseBy);
        return new NodeRefused(
                reason,
                node.lease(state.nowNanos()),
                reason == NodeRefusal.NOT_CLAIMABLE ? node.type().text() : node.status,
                mine ? node.leaseUntilMillis : 0);
    }
}
