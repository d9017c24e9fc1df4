package io.holdfast.core.nodes;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.NodesCommand.BindSession;
import io.holdfast.core.command.NodesCommand.Claim;
import io.holdfast.core.command.NodesCommand.Extend;
import io.holdfast.core.command.NodesCommand.Join;
import io.holdfast.core.command.NodesCommand.Mark;
import io.holdfast.core.command.NodesCommand.MintToken;
import io.holdfast.core.command.NodesCommand.OnNode;
import io.holdfast.core.command.NodesCommand.Part;
import io.holdfast.core.command.NodesCommand.Release;
import io.holdfast.core.command.NodesCommand.Renew;
import io.holdfast.core.command.NodesCommand.Reserve;
import io.holdfast.core.command.NodesCommand.Write;
import io.holdfast.core.command.NodesSettings;
import io.holdfast.core.command.Settings;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.outcome.NodeRefusal;
import io.holdfast.core.outcome.NodeVerdict;
import io.holdfast.core.outcome.NodesOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.NodeChanged;
import io.holdfast.core.outcome.Outcome.NodeRefused;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.resource.Book;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Holder;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Resource;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Timed;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeField;
import io.holdfast.core.value.NodeLine;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.NodeType;

import java.util.TreeSet;

/**
 * The rules of nodes: writing, linking and marking. {@link Leases} has the rules of their leases.
 * There is no queue for a lease.
 */
public final class NodesBook implements Book {

    /** The maximum number of agent tokens, over all tenants. */
    private static final int TOKENS_MAX = 100_000;

    private final State state;
    final NodeRows nodes;
    private final Leases leases;
    private final NodesReader reader;
    private NodesSettings settings = NodesSettings.DEFAULT;

    public NodesBook(State state, Kernel kernel) {
        this.state = state;
        this.nodes = new NodeRows(state, kernel.tenants());
        this.leases = new Leases(state, kernel, nodes);
        this.reader = new NodesReader(nodes);
    }

    public void configure(Settings all) {
        settings = all.nodes();
        leases.configure(settings);
    }

    public NodesReader reader() {
        return reader;
    }

    public NodesOutcome apply(NodesCommand<?> command) {
        return switch (command) {
            case BindSession c -> bind(c);
            case Write c -> write(c);
            case OnNode<?> c -> {
                NodesTenant tenant = nodes.tenant(c.tenant());
                Node node = tenant == null ? null : tenant.find(c.id());
                yield node == null ? refused(NodeRefusal.NO_NODE) : apply(node, c);
            }
        };
    }

    private NodesOutcome apply(Node node, OnNode<?> command) {
        return switch (command) {
            case Write c -> write(c);
            case Join c -> join(node, c);
            case Part c -> part(node, c);
            case Mark c -> mark(node, c);
            case Claim c -> leases.claim(node, c);
            case Renew c -> leases.renew(node, c);
            case Extend c -> leases.extend(node, c);
            case Reserve c -> leases.reserve(node, c);
            case Release c -> leases.release(node, c);
            case MintToken c -> mint(node, c);
        };
    }

    private NodesOutcome.Change write(Write c) {
        NodesTenant tenant = nodes.openTenant(c.tenant());
        Node known = tenant.find(c.id());
        NodeText text = c.text();
        if (!text.type().allows(text.status(), settings.isClaimable(text.type()))) {
            return refused(NodeRefusal.NO_STATUS);
        }
        long bytes = tenant.textBytes + text.bytes() - (known == null ? 0 : known.text.bytes());
        if (text.bytes() > settings.textBytesMax() || bytes > settings.textBytesTotalMax()) {
            return Refusal.DATA_MAX.outcome();
        }
        if (c.onlyVersion() == 0) {
            return known == null ? create(tenant, c) : refused(NodeRefusal.EXISTS);
        }
        if (known == null) {
            return refused(NodeRefusal.NO_NODE);
        }
        if (known.version != c.onlyVersion()) {
            return refused(NodeRefusal.STALE);
        }
        if (!text.status().equals(known.status)
                && text.type().needsResolver(text.status())
                && !isResolved(known)) {
            return refused(NodeRefusal.UNRESOLVED);
        }
        return replace(known, text, c.by());
    }

    private NodesOutcome.Change create(NodesTenant tenant, Write c) {
        if (tenant.nodes >= settings.nodesMax()) {
            return Refusal.KEYS_MAX.outcome();
        }
        Refusal refusal = nodes.refuse(
                tenant, c.by(), c.id(), 1, c.text().bytes(), Node.bytes(c.id(), c.text(), c.by()));
        if (refusal != null) {
            return refusal.outcome();
        }
        Node node = nodes.create(tenant, c.id(), c.text(), c.by());
        nodes.person(tenant, c.by());
        return changed(NodeVerdict.CREATED, node, false);
    }

    /**
     * Replaces the text, but keeps the assignment edge of a live lease, because heartbeats find the
     * node by it.
     */
    private NodesOutcome.Change replace(Node node, NodeText text, NodeAuthor by) {
        long more = (long) text.bytes() - node.text.bytes();
        long heapMore = Node.bytes(node.id(), text, by) - node.measure();
        Refusal refusal = nodes.refuse(node.tenant, by, node.id(), 0, more, heapMore);
        if (refusal != null) {
            return refusal.outcome();
        }
        nodes.person(node.tenant, by);
        nodes.replace(node, text, by);
        String holder = node.lease == null ? null : node.leaseBy;
        boolean kept = holder != null;
        if (holder != null) {
            for (NodeEdge edge : text.edges()) {
                kept &= !edge.joins(NodeEdge.ASSIGNED, holder);
            }
            if (kept) {
                Leases.addEdge(node, NodeEdge.assigned(holder));
            }
        }
        nodes.written(node);
        return changed(NodeVerdict.UPDATED, node, kept);
    }

    private NodesOutcome.Change join(Node node, Join c) {
        NodeEdge edge = c.edge();
        if (!edge.to().equals(c.by().person()) && node.tenant.find(edge.to()) == null) {
            return refused(NodeRefusal.NO_TARGET);
        }
        boolean known = node.hasEdge(edge.type(), edge.to());
        if (!known && node.edges.size() >= Limits.NODE_EDGES_MAX) {
            return refused(NodeRefusal.EDGES_MAX);
        }
        Refusal refusal = nodes.refuse(node.tenant, c.by(), node.id(), 0, 0, Node.bytes(edge));
        if (refusal != null) {
            return refusal.outcome();
        }
        nodes.person(node.tenant, c.by());
        if (node.edges.contains(edge)) {
            return changed(NodeVerdict.SKIPPED, node, false);
        }
        state.touch(node);
        // An edge of the same type and target is replaced, because its attributes may differ.
        Leases.removeEdge(node, edge.type(), edge.to());
        Leases.addEdge(node, edge);
        nodes.written(node);
        return changed(NodeVerdict.UPDATED, node, true);
    }

    private NodesOutcome.Change part(Node node, Part c) {
        if (!node.hasEdge(c.type(), c.to())) {
            return changed(NodeVerdict.SKIPPED, node, false);
        }
        Refusal refusal = nodes.refuse(node.tenant, c.by(), node.id(), 0, 0, 0);
        if (refusal != null) {
            return refusal.outcome();
        }
        nodes.person(node.tenant, c.by());
        state.touch(node);
        Leases.removeEdge(node, c.type(), c.to());
        nodes.written(node);
        return changed(NodeVerdict.UPDATED, node, true);
    }

    private NodesOutcome.Change mark(Node node, Mark c) {
        boolean claimable = settings.isClaimable(node.type());
        boolean status = c.field() == NodeField.STATUS;
        if (status && !node.type().allows(c.value(), claimable)) {
            return leases.refused(NodeRefusal.NO_STATUS, node, c.by());
        }
        if (status && node.type().needsResolver(c.value()) && !isResolved(node)) {
            return leases.refused(NodeRefusal.UNRESOLVED, node, c.by());
        }
        boolean claims = status && claimable && settings.claimingStatuses().contains(c.value());
        Refusal refusal = claims
                ? leases.refuse(node, c.by())
                : nodes.refuse(node.tenant, c.by(), node.id(), 0, 0, markBytes(c));
        if (refusal != null) {
            return refusal.outcome();
        }
        nodes.person(node.tenant, c.by());
        state.touch(node);
        boolean cleared = c.value().isEmpty() && !status;
        node.setLine(new NodeLine(Node.key(c.field()), cleared ? null : c.value()));
        c.stamps().forEach(node::setLine);
        nodes.written(node);
        boolean free = node.lease == null || node.heldBy(c.by().person());
        if (!claims) {
            return changed(NodeVerdict.UPDATED, node, false);
        }
        if (!free) {
            return new NodeChanged(
                    NodeVerdict.UPDATED, node.lease(state.nowNanos()), node.view(), false, false);
        }
        NodeChanged taken = leases.take(node, c.by(), null, null);
        return new NodeChanged(taken.verdict(), taken.lease(), node.view(), taken.edge(), false);
    }

    /** A status needs no room: it has few values, and work ends by setting it. */
    private static int markBytes(Mark c) {
        return c.field() == NodeField.STATUS ? 0 : HeapSize.text(c.value());
    }

    /** Returns whether a decision or an artifact in a resolving status resolves the node. */
    private static boolean isResolved(Node node) {
        TreeSet<Node> sources = node.spot.inbound(Relation.RESOLVES);
        if (sources != null) {
            for (Node source : sources) {
                boolean decides =
                        source.type() == NodeType.DECISION || source.type() == NodeType.ARTIFACT;
                if (decides && source.resolving) {
                    return true;
                }
            }
        }
        return false;
    }

    private NodesOutcome.Mint mint(Node agent, MintToken c) {
        if (agent.type() != NodeType.AGENT) {
            return refused(NodeRefusal.NO_NODE);
        }
        if (c.by().agent() != null || !agent.hasEdge(NodesReader.OWNED_BY, c.by().person())) {
            return refused(NodeRefusal.NOT_OWNER);
        }
        if (nodes.tokenRows.size() >= TOKENS_MAX) {
            return Refusal.KEYS_MAX.outcome();
        }
        int heapBytes = AgentToken.bytes(agent.id(), c.session());
        Refusal refusal = nodes.refuse(agent.tenant, c.by(), agent.id(), 1, 0, heapBytes);
        if (refusal != null) {
            return refusal.outcome();
        }
        nodes.person(agent.tenant, c.by());
        AgentToken token = new AgentToken(
                state.nextNumber(), agent.tenant, c.digest(), agent.id(), c.session());
        nodes.addToken(token, state.after(c.ttlNanos()));
        return Outcome.DONE;
    }

    private NodesOutcome.Bind bind(BindSession c) {
        AgentToken token = nodes.token(c.digest());
        if (token == null || !token.tenant.name.equals(c.tenant())) {
            return refused(NodeRefusal.NO_TOKEN);
        }
        if (token.session == null) {
            nodes.bind(token, c.session());
            return Outcome.DONE;
        }
        boolean same = token.session.equals(c.session());
        return same
                ? new NodeChanged(NodeVerdict.SKIPPED, null, null, false, false)
                : refused(NodeRefusal.OTHER_SESSION);
    }

    private static NodeChanged changed(NodeVerdict verdict, Node node, boolean edge) {
        return new NodeChanged(verdict, null, node.view(), edge, false);
    }

    private static NodeRefused refused(NodeRefusal reason) {
        return new NodeRefused(reason, null, "", 0);
    }

    /** Removes an expired token. */
    public void due(Timed row) {
        if (row instanceof AgentToken token) {
            nodes.forget(token);
        }
    }

    /** Returns the rows of the tenants, for snapshots. */
    public RowList<?> tenantRows() {
        return nodes.tenantRows;
    }

    /** Returns the nodes, for snapshots. They follow their tenants and precede their resources. */
    public RowList<?> rows() {
        return nodes.rows;
    }

    public RowList<?> tokenRows() {
        return nodes.tokenRows;
    }

    public void readTenant(ByteReader in) {
        nodes.readTenant(in);
    }

    /** Reads a node. It may be a holder that the row of a resource refers to. */
    public Holder readNode(ByteReader in) {
        return nodes.readNode(in);
    }

    public void readToken(ByteReader in) {
        nodes.readToken(in);
    }

    /** Attaches a restored lease to its node. Returns false if this book does not accept it. */
    public boolean restored(Resource resource) {
        NodesTenant tenant = nodes.tenant(resource.tenant().name());
        Node node = tenant == null ? null : tenant.find(resource.key());
        Grant grant = resource.firstGrant();
        if (node == null || resource.capacity() != 1 || resource.queued() > 0) {
            return false;
        }
        if (grant == null) {
            return true;
        }
        if (!(grant.holder() instanceof Node person) || !person.id().equals(node.leaseBy)) {
            return false;
        }
        node.lease = grant;
        node.tenant.queue.refresh(node);
        return true;
    }

    /** A resource exists only while its node is leased. Nodes are stored elsewhere. */
    @Override
    public long idleNanos() {
        return 0;
    }

    @Override
    public void forgotten(Resource resource) {
        // The node stays.
    }

    @Override
    public void ended(Grant grant, GrantEnd reason) {
        NodesTenant tenant = nodes.tenant(grant.resource().tenant().name());
        Node node = tenant == null ? null : tenant.find(grant.resource().key());
        if (node != null) {
            leases.ended(node, reason);
        }
    }

    @Override
    public void promoted(Waiter waiter, Grant grant) {
        throw new IllegalStateException("a node lease has no queue");
    }

    @Override
    public void left(Waiter waiter, WaitEnd reason) {
        throw new IllegalStateException("a node lease has no queue");
    }

    @Override
    public void endWaits(Waiter waiter, WaitEnd reason, Refusal refusal) {
        throw new IllegalStateException("a node lease has no queue");
    }
}
