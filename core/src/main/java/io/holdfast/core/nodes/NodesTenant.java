package io.holdfast.core.nodes;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.Row;
import io.holdfast.core.tenants.TenantUse;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a tenant's work nodes have in common. All but the counter is derived from the nodes. */
final class NodesTenant extends Row {

    final String name;
    final TenantUse use;

    /** How often anything of the graph was written. */
    long head;

    final TreeMap<String, Spot> spots = new TreeMap<>();
    final QueueIndex queue = new QueueIndex();

    /** How many nodes each project has. */
    final TreeMap<String, Integer> projects = new TreeMap<>();

    int nodes;
    long textBytes;

    NodesTenant(long number, TenantUse use) {
        super(number);
        this.name = use.name();
        this.use = use;
    }

    @Nullable
    WorkNode find(String id) {
        Spot spot = spots.get(id);
        return spot == null ? null : spot.node;
    }

    Spot spot(String id) {
        Spot known = spots.get(id);
        if (known != null) {
            return known;
        }
        Spot spot = new Spot(this, id);
        spots.put(id, spot);
        return spot;
    }

    @Override
    public Due due() {
        return Due.NODES;
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
