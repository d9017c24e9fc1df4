package io.holdfast.core.history;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.query.PastGrant;
import io.holdfast.core.query.PastUse;
import io.holdfast.core.query.PastWait;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.Row;
import io.holdfast.core.value.ResourceName;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Iterator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The last grants of one resource, and the last waits for it that ended without a grant. The
 * resource may have been removed since. Each kind has its own list, so that many waits that time
 * out do not push out who held the resource.
 */
public final class ResourceHistory extends Row {

    private static final int LIST = 24 + 24;

    /** Includes the record of its name, its list of grants and its entry in the index. */
    private static final int BYTES = 96 + 24 + LIST + HeapSize.SLOT;

    final ResourceName name;
    final int nameHash;

    /** Whether something was added since the row was last considered for removal. */
    boolean used;

    /** The newest is last. */
    private final ArrayDeque<PastGrant> grants;

    /** The newest is last; null as long as every wait ended with a grant, as most do. */
    private @Nullable ArrayDeque<PastWait> waits;

    private long useBytes;

    /** A hash of everything past that one more or one less changes in constant time. */
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
        this.waits = before.waits;
        this.useBytes = before.useBytes;
        this.sum = before.sum;
    }

    public ResourceName name() {
        return name;
    }

    /** Returns the number of past grants. */
    public int grants() {
        return grants.size();
    }

    /** Returns the number of past waits. */
    public int waits() {
        return waits == null ? 0 : waits.size();
    }

    /** Returns the grants, the newest first. */
    public Iterator<PastGrant> newestGrants() {
        return grants.descendingIterator();
    }

    /** Passes on grants and waits in the order in which they ended, the newest first. */
    public void newestFirst(Consumer<PastUse> each) {
        Iterator<PastWait> left =
                waits == null ? Collections.emptyIterator() : waits.descendingIterator();
        PastWait wait = left.hasNext() ? left.next() : null;
        Iterator<PastGrant> some = grants.descendingIterator();
        while (some.hasNext()) {
            PastGrant grant = some.next();
            while (wait != null && wait.endedMillis() > grant.endedMillis()) {
                each.accept(wait);
                wait = left.hasNext() ? left.next() : null;
            }
            each.accept(grant);
        }
        while (wait != null) {
            each.accept(wait);
            wait = left.hasNext() ? left.next() : null;
        }
    }

    /** Returns how many entries of the same kind there are. */
    int sizeFor(PastUse use) {
        return switch (use) {
            case PastGrant _ -> grants();
            case PastWait _ -> waits();
        };
    }

    void add(PastUse use) {
        switch (use) {
            case PastGrant grant -> grants.addLast(grant);
            case PastWait wait -> {
                if (waits == null) {
                    waits = new ArrayDeque<>(1);
                    useBytes += LIST;
                }
                waits.addLast(wait);
            }
        }
        count(use, 1);
    }

    /** Drops the oldest entry of the same kind. */
    void removeOldestFor(PastUse use) {
        if (use instanceof PastGrant) {
            count(grants.removeFirst(), -1);
        } else if (waits != null) {
            count(waits.removeFirst(), -1);
        }
    }

    private void count(PastUse use, int sign) {
        useBytes += (long) sign * PastUseBytes.heap(use);
        sum += sign
                * switch (use) {
                    case PastGrant grant -> hash(grant);
                    case PastWait wait -> hash(wait);
                };
    }

    private static long hash(PastGrant grant) {
        long hash = mix(mix(14, grant.fence()), grant.endedMillis());
        hash = mix(mix(hash, grant.sinceMillis()), grant.waitedMillis());
        hash = mix(mix(hash, grant.session()), grant.slot());
        hash = mix(mix(hash, grant.end().ordinal()), grant.heldLogMillis());
        return mix(mix(mix(hash, hash(grant.owner())), hash(grant.by())), hash(grant.reason()));
    }

    private static long hash(PastWait wait) {
        long hash = mix(mix(16, wait.session()), wait.endedMillis());
        hash = mix(mix(hash, wait.sinceMillis()), wait.waitedMillis());
        hash = mix(hash, wait.end().ordinal());
        return mix(mix(mix(hash, hash(wait.owner())), hash(wait.by())), hash(wait.reason()));
    }

    private static int hash(@Nullable String text) {
        return text == null ? 0 : text.hashCode();
    }

    @Override
    public Due due() {
        return Due.HISTORY;
    }

    @Override
    protected long heapBytes() {
        return BYTES + HeapSize.text(name.key()) + useBytes;
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
        grants.forEach(grant -> PastUseBytes.write(grant, out));
        out.putCount(waits());
        if (waits != null) {
            waits.forEach(wait -> PastUseBytes.write(wait, out));
        }
    }
}
