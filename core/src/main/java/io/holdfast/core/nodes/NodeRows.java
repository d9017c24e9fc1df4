package io.holdfast.core.nodes;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.codec.NodeBytes;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.state.KeyedIndex;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Timed;
import io.holdfast.core.tenants.Tenants;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.NodeVersion;
import io.holdfast.core.value.TokenDigest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All nodes and tokens, and their indexes. It keeps them consistent and contains no rules. */
final class NodeRows {

    private static final long MILLI_NANOS = 1_000_000L;

    private final State state;
    private final Tenants uses;
    final RowList<NodesTenant> tenantRows;
    final RowList<Node> rows;
    final RowList<AgentToken> tokenRows;
    private final Map<String, NodesTenant> tenants = new TreeMap<>();
    final KeyedIndex<AgentToken> tokens = new KeyedIndex<>();

    NodeRows(State state, Tenants uses) {
        this.state = state;
        this.uses = uses;
        this.tenantRows = new RowList<>(state);
        this.rows = new RowList<>(state);
        this.tokenRows = new RowList<>(state);
    }

    @Nullable
    NodesTenant tenant(String name) {
        return tenants.get(name);
    }

    NodesTenant openTenant(String name) {
        NodesTenant known = tenants.get(name);
        return known != null ? known : add(new NodesTenant(state.nextNumber(), uses.of(name)));
    }

    private NodesTenant add(NodesTenant tenant) {
        tenants.put(tenant.name, tenant);
        tenantRows.add(tenant);
        return tenant;
    }

    /** Returns the wall clock at a log time after the last batch. */
    long wallMillis(long nowNanos) {
        return state.wallMillis() + (nowNanos - state.nowNanos()) / MILLI_NANOS;
    }

    Node create(NodesTenant tenant, String id, NodeText text, NodeAuthor by) {
        Node node = new Node(
                state.nextNumber(), tenant.spot(id), text, by.person(), state.wallMillis());
        node.agent = by.agent();
        node.authorSession = by.session();
        node.version = step(tenant);
        return add(node);
    }

    /**
     * Rejects a change if the tenant has no room for it; null if it has.
     *
     * @param id the node that changes
     * @param names the number of new names, not counting the caller's own node
     * @param bytes the growth of the node's text
     * @param heapBytes the growth of the heap, not counting the caller's own node
     */
    @Nullable
    Refusal refuse(
            NodesTenant tenant, NodeAuthor by, String id, int names, long bytes, long heapBytes) {
        boolean person = tenant.find(by.person()) == null && !id.equals(by.person());
        Refusal refusal = tenant.use.refuseKeys(names + (person ? 1 : 0));
        if (refusal == null) {
            refusal = tenant.use.refuseBytes(bytes);
        }
        long more = person
                ? heapBytes + Node.bytes(by.person(), NodeText.person(by.name()), by)
                : heapBytes;
        return refusal != null ? refusal : state.refuseBytes(more);
    }

    /** Returns the caller's own node, and creates it if necessary. */
    Node person(NodesTenant tenant, NodeAuthor by) {
        Node known = tenant.find(by.person());
        return known != null ? known : create(tenant, by.person(), NodeText.person(by.name()), by);
    }

    private Node add(Node node) {
        NodesTenant tenant = node.tenant;
        node.settle();
        node.recount();
        tenant.nodes++;
        tenant.textBytes += node.text.bytes();
        tenant.use.addKeys(1);
        tenant.use.addBytes(node.text.bytes());
        tenant.projects.merge(node.project(), 1, Integer::sum);
        rows.add(node);
        Graph.enter(node);
        state.resized(tenant.recount());
        return node;
    }

    /** Replaces the whole text of a node. */
    void replace(Node node, NodeText text, NodeAuthor by) {
        state.touch(node);
        NodesTenant tenant = node.tenant;
        tenant.textBytes += text.bytes() - node.text.bytes();
        tenant.use.addBytes(text.bytes() - node.text.bytes());
        tenant.projects.computeIfPresent(node.project(), (p, n) -> n == 1 ? null : n - 1);
        tenant.projects.merge(text.project(), 1, Integer::sum);
        node.text = text;
        node.lines = List.of();
        node.removed = List.of();
        node.added = List.of();
        node.author = by.person();
        node.agent = by.agent();
        node.authorSession = by.session();
    }

    /**
     * Completes a change of the node's text, lines or edges. {@code touch} must have been called
     * before.
     */
    void written(Node node) {
        List<NodeEdge> before = node.edges;
        node.version = step(node.tenant);
        node.settle();
        state.changed(node);
        Graph.changed(node, before);
        state.resized(node.recount() + node.tenant.recount());
    }

    /** Completes a change of the node's lease. */
    void leased(Node node) {
        state.changed(node);
        state.resized(node.recount());
        node.tenant.queue.refresh(node);
    }

    private long step(NodesTenant tenant) {
        state.touch(tenant);
        tenant.head++;
        state.changed(tenant);
        return tenant.head;
    }

    @Nullable
    AgentToken token(TokenDigest digest) {
        return tokens.find(digest.high(), digest.low());
    }

    void addToken(AgentToken token, long dueNanos) {
        tokens.add(token);
        tokenRows.add(token);
        token.tenant.use.addKeys(1);
        state.deadlines().set(token, dueNanos);
        state.changed(token);
    }

    void bind(AgentToken token, String session) {
        state.touch(token);
        long before = token.heapBytes();
        token.session = session;
        state.resized(token.heapBytes() - before);
        state.changed(token);
    }

    void forget(AgentToken token) {
        tokens.remove(token);
        tokenRows.remove(token);
        token.tenant.use.addKeys(-1);
    }

    void readTenant(ByteReader in) {
        NodesTenant tenant = new NodesTenant(in.getCount(), uses.of(in.getText()));
        tenant.head = in.getCount();
        if (tenants.containsKey(tenant.name)) {
            throw in.malformed("a nodes tenant occurs twice");
        }
        add(tenant);
    }

    Node readNode(ByteReader in) {
        long number = in.getCount();
        NodesTenant tenant = tenant(in.getCount(), in);
        NodeVersion view = NodeBytes.readView(in);
        if (tenant.find(view.id()) != null) {
            throw in.malformed("a node occurs twice");
        }
        Node node = new Node(
                number, tenant.spot(view.id()), view.text(), view.author(), view.createdMillis());
        node.version = view.version();
        node.lines = view.lines();
        node.removed = view.removed();
        node.added = view.added();
        node.agent = view.agent();
        node.authorSession = view.session();
        node.leaseBy = in.getOptionalText();
        node.leaseSession = in.getOptionalText();
        node.leaseNonce = in.getOptionalText();
        node.leaseReserved = in.getFlag();
        node.leaseUntilMillis = in.getLong();
        return add(node);
    }

    void readToken(ByteReader in) {
        AgentToken token = new AgentToken(
                in.getCount(),
                tenant(in.getCount(), in),
                new TokenDigest(in.getLong(), in.getLong()),
                in.getText(),
                in.getOptionalText());
        long dueNanos = in.getLong();
        if (token(token.digest) != null || dueNanos == Timed.NEVER) {
            throw in.malformed("a token occurs twice or never expires");
        }
        addToken(token, dueNanos);
    }

    private NodesTenant tenant(long number, ByteReader in) {
        for (NodesTenant tenant : tenants.values()) {
            if (tenant.number() == number) {
                return tenant;
            }
        }
        throw in.malformed("the tenant of a node is unknown");
    }
}
