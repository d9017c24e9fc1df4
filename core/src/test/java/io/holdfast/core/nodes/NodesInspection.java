package io.holdfast.core.nodes;

import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.KernelInspection;
import io.holdfast.core.state.Findings;
import io.holdfast.core.state.Timed;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.tenants.Tenants;
import io.holdfast.core.value.NodeEdge;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The invariants of nodes between two batches. */
public final class NodesInspection {

    private final NodeRows nodes;
    private final Findings findings;

    private NodesInspection(NodeRows nodes, Findings findings) {
        this.nodes = nodes;
        this.findings = findings;
    }

    /** Checks all nodes and tokens, and recounts the nodes, tokens and texts of every tenant. */
    public static void run(NodesBook book, Findings findings, Tenants recount) {
        NodeRows nodes = book.nodes;
        NodesInspection inspection = new NodesInspection(nodes, findings);
        nodes.tenantRows.forEach(inspection::check);
        nodes.rows.forEach(inspection::check);
        nodes.tokenRows.forEach(inspection::check);
        findings.expect(
                nodes.tokens.size() == nodes.tokenRows.size(), "the index has removed tokens");
        nodes.tenantRows.forEach(tenant -> recount.of(tenant.name));
        nodes.rows.forEach(node -> {
            TenantUse use = recount.of(node.tenant.name);
            use.addKeys(1);
            use.addBytes(node.text.bytes());
        });
        nodes.tokenRows.forEach(token -> recount.of(token.tenant.name).addKeys(1));
    }

    private void check(NodesTenant tenant) {
        findings.see(tenant);
        findings.expect(
                nodes.tenant(tenant.name) == tenant, "a tenant is not in the index", tenant);
        int[] counted = new int[2];
        long[] bytes = new long[1];
        nodes.rows.forEach(node -> {
            if (node.tenant == tenant) {
                counted[0]++;
                counted[1] += node.standing == null ? 0 : 1;
                bytes[0] += node.text.bytes();
            }
        });
        findings.expect(tenant.measure() == tenant.heapBytes(), "bytes are miscounted", tenant);
        findings.expect(counted[0] == tenant.nodes, "nodes are miscounted", tenant);
        findings.expect(bytes[0] == tenant.textBytes, "texts are miscounted", tenant);
        int projects = tenant.projects.values().stream().mapToInt(n -> n).sum();
        findings.expect(projects == tenant.nodes, "projects are miscounted", tenant);
        int queued = tenant.queue.sleepers.size();
        for (QueueBucket bucket : tenant.queue.all) {
            queued += bucket == null
                    ? 0
                    : bucket.free.size() + bucket.leased + bucket.reserved + bucket.blocked;
        }
        findings.expect(counted[1] == queued, "the queue is miscounted", tenant);
    }

    private void check(Node node) {
        findings.see(node);
        findings.expect(node.measure() == node.heapBytes(), "bytes are miscounted", node);
        findings.expect(node.dueNanos() == Timed.NEVER, "a node has a deadline", node);
        findings.expect(node.tenant.find(node.id()) == node, "not in the id index", node);
        findings.expect(node.version <= node.tenant.head, "its version was never assigned", node);
        KernelInspection.check(node, findings);
        checkLease(node);
        checkGraph(node);
        Standing now = QueueIndex.standing(node);
        Standing kept = node.standing;
        findings.expect((now == null) == (kept == null), "its queue membership is wrong", node);
        findings.expect(
                now == null || kept == null || now.sameAs(kept),
                "its queue position is wrong",
                node);
    }

    private void checkLease(Node node) {
        Grant grant = node.lease;
        if (grant != null) {
            findings.expect(
                    grant.resource().name().key().equals(node.id()), "has a wrong lease", node);
            findings.expect(
                    grant.holder() instanceof Node person && person.id().equals(node.leaseBy),
                    "the lease has another holder",
                    node);
            findings.expect(grant.resource().firstGrant() == grant, "its lease has ended", node);
        }
        for (Grant held : node.grants()) {
            Node leased = node.tenant.find(held.resource().name().key());
            findings.expect(
                    leased != null && leased.lease == held, "holds a lease on no node", node);
        }
    }

    private void checkGraph(Node node) {
        findings.expect(node.open == Graph.isOpen(node), "its open flag is wrong", node);
        int resolvers = 0;
        for (Relation relation : new Relation[] {Relation.RESOLVES, Relation.ANSWERS}) {
            resolvers += count(node.spot.inbound(relation), true, false);
        }
        findings.expect(resolvers == node.resolvers, "resolvers are miscounted", node);
        findings.expect(
                count(node.spot.inbound(Relation.SUPERSEDES), false, false) == node.superseders,
                "superseders are miscounted",
                node);
        findings.expect(
                count(node.spot.inbound(Relation.BLOCKS), false, true) == node.blockers,
                "blockers are miscounted",
                node);
        int blocking = 0;
        for (NodeEdge edge : node.edges) {
            Relation relation = Relation.of(edge.type());
            Node target = node.tenant.find(edge.to());
            blocking += relation == Relation.BLOCKS && target != null && target.open ? 1 : 0;
            TreeSet<Node> sources =
                    relation == null ? null : node.tenant.spot(edge.to()).inbound(relation);
            findings.expect(
                    relation == null || sources != null && sources.contains(node),
                    "an edge is not indexed at its target",
                    node);
        }
        findings.expect(blocking == node.blocking, "blocked nodes are miscounted", node);
    }

    private static int count(@Nullable TreeSet<Node> sources, boolean resolving, boolean open) {
        int count = 0;
        if (sources != null) {
            for (Node source : sources) {
                count += (!resolving || source.resolving) && (!open || source.open) ? 1 : 0;
            }
        }
        return count;
    }

    private void check(AgentToken token) {
        findings.see(token);
        findings.expect(nodes.token(token.digest) == token, "a token is not in the index", token);
    }
}
