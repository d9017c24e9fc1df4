package io.holdfast.core.nodes;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.Row;
import io.holdfast.core.tenants.TenantUse;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The shared state of a tenant's nodes. All of it except the counter is derived from the nodes. */
final class NodesTenant extends Row {

    private static final int BYTES = 1_000;

    /** The heap size of an id that a node has or that an edge leads to, including its map entry. */
    static final int SPOT_BYTES = 40 + 40 + HeapSize.TREE_ENTRY;

    /** The heap size of a project with its queue buckets. */
    private static final int PROJECT_BYTES = 2 * HeapSize.TREE_ENTRY + 400;

    final String name;
    final TenantUse use;

    /** The number of writes to the graph. */
    long head;

    final TreeMap<String, Vertex> spots = new TreeMap<>();
    final QueueIndex queue = new QueueIndex();

    /** The number of nodes in each project. */
    final TreeMap<String, Integer> projects = new TreeMap<>();

    int nodes;
    long textBytes;
    private long countedBytes;

    NodesTenant(long number, TenantUse use) {
        super(number);
        this.name = use.name();
        this.use = use;
        this.countedBytes = measure();
    }

    @Nullable
    Node find(String id) {
        Vertex spot = spots.get(id);
        return spot == null ? null : spot.node;
    }

    Vertex spot(String id) {
        Vertex known = spots.get(id);
        if (known != null) {
            return known;
        }
        Vertex spot = new Vertex(this, id);
        spots.put(id, spot);
        return spot;
    }

    @Override
    public Due due() {
        return Due.NODES;
    }

    /** Recounts the ids and projects. Returns the change since the last call. */
    long recount() {
        long before = countedBytes;
        countedBytes = measure();
        return countedBytes - before;
    }

    long measure() {
        return BYTES
                + HeapSize.text(name)
                + (long) SPOT_BYTES * spots.size()
                + (long) PROJECT_BYTES * projects.size();
    }

    @Override
    protected long heapBytes() {
        return countedBytes;
    }

    /** Removes an id that no node has and no edge leads to. */
    void forgetIfBare(String id) {
        Vertex spot = spots.get(id);
        if (spot != null && spot.bare()) {
            spots.remove(id);
        }
    }

    @Override
    protected long digest() {
        return mix(mix(mix(15, number()), name.hashCode()), head);
    }

    @Override
    public void write(ByteWriter out) {
        out.putCount(number());
        out.putText(name);
        out.putCount(head);
    }
}
