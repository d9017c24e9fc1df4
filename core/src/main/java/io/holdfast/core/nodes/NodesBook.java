package io.holdfast.core.nodes;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.command.Limits;
import io.holdfast.core.command.NodesSettings;
import io.holdfast.core.command.Settings;
import io.holdfast.core.command.WorkAuthor;
import io.holdfast.core.command.WorkCommand;
import io.holdfast.core.command.WorkCommand.BindSession;
import io.holdfast.core.command.WorkCommand.Claim;
import io.holdfast.core.command.WorkCommand.Extend;
import io.holdfast.core.command.WorkCommand.Join;
import io.holdfast.core.command.WorkCommand.Mark;
import io.holdfast.core.command.WorkCommand.MintToken;
import io.holdfast.core.command.WorkCommand.OnNode;
import io.holdfast.core.command.WorkCommand.Part;
import io.holdfast.core.command.WorkCommand.Release;
import io.holdfast.core.command.WorkCommand.Renew;
import io.holdfast.core.command.WorkCommand.Reserve;
import io.holdfast.core.command.WorkCommand.Write;
import io.holdfast.core.command.WorkEdge;
import io.holdfast.core.command.WorkField;
import io.holdfast.core.command.WorkLine;
import io.holdfast.core.command.WorkText;
import io.holdfast.core.command.WorkType;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.WorkRefused;
import io.holdfast.core.outcome.Outcome.Worked;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.WorkRefusal;
import io.holdfast.core.outcome.WorkVerdict;
import io.holdfast.core.resource.Book;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Holder;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Resource;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.state.Findings;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Timed;
import io.holdfast.core.tenants.Tenants;

import java.util.TreeSet;

/**
 * The rules of nodes: writing, linking and marking. {@link Leases} has the rules of their leases.
 * There is no queue for a lease.
 */
public final class NodesBook implements Book {

    /** The maximum number of agent tokens, over all tenants. */
    private static final int TOKENS_MAX = 100_000;

    private final State state;
    private final NodeRows nodes;
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

    public Outcome apply(WorkCommand command) {
        return switch (command) {
            case BindSession c -> bind(c);
            case Write c -> write(c);
            case OnNode c -> {
                NodesTenant tenant = nodes.tenant(c.tenant());
                WorkNode node = tenant == null ? null : tenant.find(c.id());
                yield node == null ? refused(WorkRefusal.NO_NODE) : apply(node, c);
            }
        };
    }

    private Outcome apply(WorkNode node, OnNode command) {
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

    private Outcome write(Write c) {
        NodesTenant tenant = nodes.openTenant(c.tenant());
        WorkNode known = tenant.find(c.id());
        WorkText text = c.text();
        if (!text.type().allows(text.status(), settings.isClaimable(text.type()))) {
            return refused(WorkRefusal.NO_STATUS);
        }
        long bytes = tenant.textBytes + text.bytes() - (known == null ? 0 : known.text.bytes());
        if (text.bytes() > settings.textBytesMax() || bytes > settings.textBytesTotalMax()) {
            return Refusal.DATA_MAX.outcome();
        }
        if (c.onlyVersion() == 0) {
            return known == null ? create(tenant, c) : refused(WorkRefusal.EXISTS);
        }
        if (known == null) {
            return refused(WorkRefusal.NO_NODE);
        }
        if (known.version != c.onlyVersion()) {
            return refused(WorkRefusal.STALE);
        }
        if (!text.status().equals(known.status)
                && text.type().needsResolver(text.status())
                && !isResolved(known)) {
            return refused(WorkRefusal.UNRESOLVED);
        }
        return replace(known, text, c.by());
    }

    private Outcome create(NodesTenant tenant, Write c) {
        if (tenant.nodes >= settings.nodesMax()) {
            return Refusal.KEYS_MAX.outcome();
        }
        Refusal refusal = nodes.refuse(
                tenant,
                c.by(),
                c.id(),
                1,
                c.text().bytes(),
                WorkNode.bytes(c.id(), c.text(), c.by()));
        if (refusal != null) {
            return refusal.outcome();
        }
        WorkNode node = nodes.create(tenant, c.id(), c.text(), c.by());
        nodes.person(tenant, c.by());
        return changed(WorkVerdict.CREATED, node, false);
    }

    /**
     * Replaces the text, but keeps the assignment edge of a live lease, because heartbeats find the
     * node by it.
     */
    private Outcome replace(WorkNode node, WorkText text, WorkAuthor by) {
        long more = (long) text.bytes() - node.text.bytes();
        long heapMore = WorkNode.bytes(node.id(), text, by) - node.measure();
        Refusal refusal = nodes.refuse(node.tenant, by, node.id(), 0, more, heapMore);
        if (refusal != null) {
            return refusal.outcome();
        }
        nodes.person(node.tenant, by);
        nodes.replace(node, text, by);
        String holder = node.lease == null ? null : node.leaseBy;
        boolean kept = holder != null;
        if (holder != null) {
            for (WorkEdge edge : text.edges()) {
                kept &= !edge.joins(WorkEdge.ASSIGNED, holder);
            }
            if (kept) {
                Leases.addEdge(node, WorkEdge.assigned(holder));
            }
        }
        nodes.written(node);
        return changed(WorkVerdict.UPDATED, node, kept);
    }

    private Outcome join(WorkNode node, Join c) {
        WorkEdge edge = c.edge();
        if (!edge.to().equals(c.by().person()) && node.tenant.find(edge.to()) == null) {
            return refused(WorkRefusal.NO_TARGET);
        }
        boolean known = node.hasEdge(edge.type(), edge.to());
        if (!known && node.edges.size() >= Limits.NODE_EDGES_MAX) {
            return refused(WorkRefusal.EDGES_MAX);
        }
        Refusal refusal = nodes.refuse(node.tenant, c.by(), node.id(), 0, 0, WorkNode.bytes(edge));
        if (refusal != null) {
            return refusal.outcome();
        }
        nodes.person(node.tenant, c.by());
        if (node.edges.contains(edge)) {
            return changed(WorkVerdict.SKIPPED, node, false);
        }
        state.touch(node);
        // An edge of the same type and target is replaced, because its attributes may differ.
        Leases.removeEdge(node, edge.type(), edge.to());
        Leases.addEdge(node, edge);
        nodes.written(node);
        return changed(WorkVerdict.UPDATED, node, true);
    }

    private Outcome part(WorkNode node, Part c) {
        if (!node.hasEdge(c.type(), c.to())) {
            return changed(WorkVerdict.SKIPPED, node, false);
        }
        Refusal refusal = nodes.refuse(node.tenant, c.by(), node.id(), 0, 0, 0);
        if (refusal != null) {
            return refusal.outcome();
        }
        nodes.person(node.tenant, c.by());
        state.touch(node);
        Leases.removeEdge(node, c.type(), c.to());
        nodes.written(node);
        return changed(WorkVerdict.UPDATED, node, true);
    }

    private Outcome mark(WorkNode node, Mark c) {
        boolean claimable = settings.isClaimable(node.type());
        boolean status = c.field() == WorkField.STATUS;
        if (status && !node.type().allows(c.value(), claimable)) {
            return leases.refused(WorkRefusal.NO_STATUS, node, c.by());
        }
        if (status && node.type().needsResolver(c.value()) && !isResolved(node)) {
            return leases.refused(WorkRefusal.UNRESOLVED, node, c.by());
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
        node.setLine(new WorkLine(WorkNode.key(c.field()), cleared ? null : c.value()));
        c.stamps().forEach(node::setLine);
        nodes.written(node);
        boolean free = node.lease == null || node.heldBy(c.by().person());
        if (!claims) {
            return changed(WorkVerdict.UPDATED, node, false);
        }
        if (!free) {
            return new Worked(
                    WorkVerdict.UPDATED, node.lease(state.nowNanos()), node.view(), false, false);
        }
        Worked taken = leases.take(node, c.by(), null, null);
        return new Worked(taken.verdict(), taken.lease(), node.view(), taken.edge(), false);
    }

    /** A status needs no room: it has few values, and work ends by setting it. */
    private static int markBytes(Mark c) {
        return c.field() == WorkField.STATUS ? 0 : HeapSize.text(c.value());
    }

    /** Returns whether a decision or an artifact in a resolving status resolves the node. */
    private static boolean isResolved(WorkNode node) {
        TreeSet<WorkNode> sources = node.spot.inbound(Relation.RESOLVES);
        if (sources != null) {
            for (WorkNode source : sources) {
                boolean decides =
                        source.type() == WorkType.DECISION || source.type() == WorkType.ARTIFACT;
                if (decides && source.resolving) {
                    return true;
                }
            }
        }
        return false;
    }

    private Outcome mint(WorkNode agent, MintToken c) {
        if (agent.type() != WorkType.AGENT) {
            return refused(WorkRefusal.NO_NODE);
        }
        if (c.by().agent() != null || !agent.hasEdge(NodesReader.OWNED_BY, c.by().person())) {
            return refused(WorkRefusal.NOT_OWNER);
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

    private Outcome bind(BindSession c) {
        AgentToken token = nodes.token(c.digest());
        if (token == null || !token.tenant.name.equals(c.tenant())) {
            return refused(WorkRefusal.NO_TOKEN);
        }
        if (token.session == null) {
            nodes.bind(token, c.session());
            return Outcome.DONE;
        }
        boolean same = token.session.equals(c.session());
        return same
                ? new Worked(WorkVerdict.SKIPPED, null, null, false, false)
                : refused(WorkRefusal.OTHER_SESSION);
    }

    private static Worked changed(WorkVerdict verdict, WorkNode node, boolean edge) {
        return new Worked(verdict, null, node.view(), edge, false);
    }

    private static WorkRefused refused(WorkRefusal reason) {
        return new WorkRefused(reason, null, "", 0);
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
        NodesTenant tenant = nodes.tenant(resource.name().tenant());
        WorkNode node = tenant == null ? null : tenant.find(resource.name().key());
        Grant grant = resource.firstGrant();
        if (node == null || resource.capacity() != 1 || resource.queued() > 0) {
            return false;
        }
        if (grant == null) {
            return true;
        }
        if (!(grant.holder() instanceof WorkNode person) || !person.id().equals(node.leaseBy)) {
            return false;
        }
        node.lease = grant;
        node.tenant.queue.refresh(node);
        return true;
    }

    /** Recounts the usage of every tenant in this book. */
    public void recount(Tenants recount) {
        nodes.recount(recount);
    }

    public void inspect(Findings findings) {
        new NodesInspection(nodes, findings).run();
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
        NodesTenant tenant = nodes.tenant(grant.resource().name().tenant());
        WorkNode node =
                tenant == null ? null : tenant.find(grant.resource().name().key());
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
