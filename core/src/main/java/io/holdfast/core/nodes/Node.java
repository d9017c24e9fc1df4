package io.holdfast.core.nodes;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.codec.NodeBytes;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Holder;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeField;
import io.holdfast.core.value.NodeLease;
import io.holdfast.core.value.NodeLine;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.NodeType;
import io.holdfast.core.value.NodeVersion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One node: the text as it was sent, the changes since, and its lease. A person's node is also the
 * holder of the person's leases.
 */
final class Node extends Holder {

    private static final int BYTES = 192;

    /** Its entries in the queue: in the order of all nodes, of its project, and of a person. */
    private static final int STANDING_BYTES = 96 + 3 * HeapSize.TREE_ENTRY;

    /** The entry of an edge in the index of its target node. */
    private static final int EDGE_BYTES = 64 + HeapSize.TREE_ENTRY;

    final NodesTenant tenant;
    final Vertex spot;
    final long createdMillis;

    NodeText text;
    String author;

    @Nullable
    String agent;

    @Nullable
    String authorSession;

    long version;

    /** The lines that were set after the text was sent, at most one for each key. */
    List<NodeLine> lines = List.of();

    /** The positions of removed edges in the text. */
    List<Integer> removed = List.of();

    List<NodeEdge> added = List.of();

    /**
     * The live lease. The fields below it outlive the lease, so that its former holder can be told.
     */
    @Nullable
    Grant lease;

    @Nullable
    String leaseBy;

    @Nullable
    String leaseSession;

    @Nullable
    String leaseNonce;

    boolean leaseReserved;
    long leaseUntilMillis;

    /** Derived from the above. */
    String status = "";

    String priority = "";
    String readiness = "";
    List<NodeEdge> edges = List.of();
    private long contentHash;
    private int contentBytes;
    private long countedBytes;

    /** Maintained by {@link Graph}. */
    boolean open;

    boolean resolving;
    int resolvers;
    int superseders;
    int blockers;
    int blocking;

    /** The position in the queue, or null; maintained by {@link QueueIndex}. */
    @Nullable
    Standing standing;

    Node(long number, Vertex spot, NodeText text, String author, long createdMillis) {
        super(number);
        this.tenant = spot.tenant;
        this.spot = spot;
        this.text = text;
        this.author = author;
        this.createdMillis = createdMillis;
    }

    @Override
    public String owner() {
        return id();
    }

    String id() {
        return spot.id;
    }

    NodeType type() {
        return text.type();
    }

    String project() {
        return text.project();
    }

    boolean hasEdge(String type, String to) {
        for (NodeEdge edge : edges) {
            if (edge.joins(type, to)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether this person holds the live lease. */
    boolean heldBy(String person) {
        return lease != null && person.equals(leaseBy);
    }

    /** Sets or removes a front matter line, at the position of the key's old line or at the end. */
    void setLine(NodeLine line) {
        List<NodeLine> now = new ArrayList<>(lines);
        int at = 0;
        while (at < now.size() && !now.get(at).key().equals(line.key())) {
            at++;
        }
        if (at < now.size()) {
            now.set(at, line);
        } else {
            now.add(line);
        }
        lines = List.copyOf(now);
    }

    /** Recomputes the fields that are derived from the text and its changes. */
    void settle() {
        status = current(NodeField.STATUS, text.status());
        priority = current(NodeField.PRIORITY, text.priority());
        readiness = current(NodeField.READINESS, text.readiness());
        List<NodeEdge> now = new ArrayList<>();
        for (int i = 0; i < text.edges().size(); i++) {
            if (!removed.contains(i)) {
                addOnce(now, text.edges().get(i));
            }
        }
        added.forEach(edge -> addOnce(now, edge));
        edges = List.copyOf(now);
        long hash = mix(mix(13, text.sent() == null ? 0 : text.sent().hashCode()), version);
        hash = mix(mix(hash, text.title().hashCode()), text.type().ordinal() + text.wakeMillis());
        hash = mix(mix(hash, author.hashCode()), hash(agent));
        hash = mix(mix(hash, hash(authorSession)), createdMillis);
        hash = mix(mix(hash, lines.hashCode()), removed.hashCode());
        contentHash = mix(mix(hash, added.hashCode()), text.edges().hashCode());
        contentBytes = measureContent();
    }

    /** Returns the heap size of an edge, including its entries in the indexes. */
    static int bytes(NodeEdge edge) {
        return EDGE_BYTES + NodesTenant.SPOT_BYTES + HeapSize.edges(List.of(edge));
    }

    private int measureContent() {
        // Each edge is also in the list of all edges and in the index of its target node.
        return BYTES
                + HeapSize.view(view())
                + HeapSize.list(edges)
                + EDGE_BYTES * edges.size()
                + (text.type().queueable() ? STANDING_BYTES : 0);
    }

    /** Recounts its heap. Returns the change since the last call. */
    long recount() {
        long before = countedBytes;
        countedBytes = measure();
        return countedBytes - before;
    }

    long measure() {
        return (long) contentBytes
                + HeapSize.text(leaseBy)
                + HeapSize.text(leaseSession)
                + HeapSize.text(leaseNonce);
    }

    /** Returns the heap size of a node with this id, text and author. */
    static long bytes(String id, NodeText text, NodeAuthor by) {
        return BYTES
                + STANDING_BYTES
                + NodesTenant.SPOT_BYTES
                + HeapSize.text(id)
                + HeapSize.text(text)
                + HeapSize.text(by.person())
                + HeapSize.text(by.agent())
                + HeapSize.text(by.session())
                + (long) (EDGE_BYTES + NodesTenant.SPOT_BYTES) * text.edges().size();
    }

    @Override
    protected long heapBytes() {
        return countedBytes;
    }

    private static void addOnce(List<NodeEdge> edges, NodeEdge edge) {
        for (NodeEdge known : edges) {
            if (known.joins(edge.type(), edge.to())) {
                return;
            }
        }
        edges.add(edge);
    }

    static String key(NodeField field) {
        return switch (field) {
            case STATUS -> "status";
            case PRIORITY -> "priority";
            case READINESS -> "readiness";
        };
    }

    private String current(NodeField field, String sent) {
        for (NodeLine line : lines) {
            if (line.key().equals(key(field))) {
                return line.value() == null ? "" : line.value();
            }
        }
        return sent;
    }

    NodeVersion view() {
        return new NodeVersion(
                id(),
                version,
                text,
                lines,
                removed,
                added,
                author,
                agent,
                authorSession,
                createdMillis);
    }

    @Nullable
    NodeLease lease(long nowNanos) {
        Grant grant = lease;
        if (grant == null || !(grant.holder() instanceof Node person)) {
            return null;
        }
        return new NodeLease(
                id(),
                person.id(),
                person.text.title(),
                grant.number(),
                grant.sinceMillis(),
                leaseUntilMillis,
                grant.dueNanos() - nowNanos,
                leaseSession,
                leaseReserved);
    }

    /** A person never ends; only its leases do. */
    @Override
    public boolean overAt(long nowNanos) {
        return false;
    }

    @Override
    public Due due() {
        return Due.NODES;
    }

    @Override
    protected long digest() {
        long hash = mix(mix(mix(14, number()), spot.id.hashCode()), contentHash);
        hash = mix(mix(hash, hash(leaseBy)), hash(leaseSession));
        hash = mix(mix(hash, hash(leaseNonce)), leaseReserved ? 1 : 0);
        return mix(hash, leaseUntilMillis);
    }

    private static int hash(@Nullable String text) {
        return text == null ? 0 : text.hashCode();
    }

    @Override
    public void write(ByteWriter out) {
        out.putCount(number());
        out.putCount(tenant.number());
        NodeBytes.write(view(), out);
        out.putOptionalText(leaseBy);
        out.putOptionalText(leaseSession);
        out.putOptionalText(leaseNonce);
        out.put(leaseReserved);
        out.putLong(leaseUntilMillis);
    }
}
