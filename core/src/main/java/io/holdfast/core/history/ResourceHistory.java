package io.holdfast.core.history;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.query.PastGrant;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.Row;
import io.holdfast.core.value.ResourceName;

import java.util.ArrayDeque;
import java.util.Iterator;

/** The last grants of one resource, which may have been removed since. */
public final class ResourceHistory extends Row {

    /** Includes the record of its name, its list and its entry in the index. */
    private static final int BYTES = 80 + 24 + 40 + HeapSize.SLOT;

    final ResourceName name;
    final int nameHash;

    /** Whether a grant ended since the row was last considered for removal. */
    boolean used;

    /** The newest grant is last. */
    private final ArrayDeque<PastGrant> grants;

    private long grantBytes;

    /** A hash of all grants that one more or one less changes in constant time. */
    private long sum;

    ResourceHistory(long number, ResourceName name, int nameHash) {
        super(number);
        this.name = name;
        this.nameHash = nameHash;
        // One element: most resources that nothing competes for are used once.
        this.grants = new ArrayDeque<>(1);
    }

    /** Continues a row under a newer number, which puts it behind the others. */
    ResourceHistory(long number, ResourceHistory before) {
        super(number);
        this.name = before.name;
        this.nameHash = before.nameHash;
        this.grants = before.grants;
        this.grantBytes = before.grantBytes;
        this.sum = before.sum;
    }

    public ResourceName name() {
        return name;
    }

    public int size() {
        return grants.size();
    }

    /** Returns the grants, the newest first. */
    public Iterator<PastGrant> newestFirst() {
        return grants.descendingIterator();
    }

    void add(PastGrant grant) {
        grants.addLast(grant);
        count(grant, 1);
    }

    void removeOldest() {
        count(grants.removeFirst(), -1);
    }

    private void count(PastGrant grant, int sign) {
        grantBytes += (long) sign * PastGrantBytes.heap(grant);
        long hash = mix(mix(14, grant.fence()), grant.endedMillis());
        hash = mix(mix(hash, grant.sinceMillis()), grant.waitedMillis());
        hash = mix(mix(hash, grant.session()), grant.slot());
        hash = mix(hash, grant.end().ordinal());
        hash = mix(hash, grant.owner() == null ? 0 : grant.owner().hashCode());
        hash = mix(hash, grant.by() == null ? 0 : grant.by().hashCode());
        hash = mix(hash, grant.reason() == null ? 0 : grant.reason().hashCode());
        sum += sign * hash;
    }

    @Override
    public Due due() {
        return Due.HISTORY;
    }

    @Override
    protected long heapBytes() {
        return BYTES + HeapSize.text(name.key()) + grantBytes;
    }

    @Override
    protected long digest() {
        return mix(mix(mix(15, number()), nameHash), used ? ~sum : sum);
    }

    @Override
    public void write(ByteWriter out) {
        out.putCount(number());
        out.putText(name.tenant());
        out.putCount(name.space().ordinal());
        out.putText(name.key());
        out.put(used);
        out.putCount(grants.size());
        grants.forEach(grant -> PastGrantBytes.write(grant, out));
    }
}
