package io.holdfast.core.ledger;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.nodes.NodeBytes;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.WorkRefused;
import io.holdfast.core.outcome.Outcome.Worked;
import io.holdfast.core.outcome.WorkRefusal;
import io.holdfast.core.outcome.WorkVerdict;
import io.holdfast.core.query.WorkLease;
import io.holdfast.core.query.WorkView;

import org.jspecify.annotations.Nullable;

/** The encoding of remembered nodes outcomes. */
final class WorkBytes {

    private static final WorkVerdict[] VERDICTS = WorkVerdict.values();
    private static final WorkRefusal[] REFUSALS = WorkRefusal.values();

    private WorkBytes() {}

    static void write(int tag, Worked worked, ByteWriter out) {
        out.put(tag);
        out.putCount(worked.verdict().ordinal());
        lease(worked.lease(), out);
        WorkView node = worked.node();
        out.put(node != null);
        if (node != null) {
            NodeBytes.write(node, out);
        }
        out.put(worked.edge());
        out.put(worked.capped());
    }

    static Outcome worked(ByteReader in) {
        WorkVerdict verdict = in.getOne(VERDICTS);
        WorkLease lease = lease(in);
        WorkView node = in.getFlag() ? NodeBytes.readView(in) : null;
        return new Worked(verdict, lease, node, in.getFlag(), in.getFlag());
    }

    static void write(int tag, WorkRefused refused, ByteWriter out) {
        out.put(tag);
        out.putCount(refused.reason().ordinal());
        lease(refused.holder(), out);
        out.putText(refused.word());
        out.putLong(refused.lapsedMillis());
    }

    static Outcome refused(ByteReader in) {
        return new WorkRefused(in.getOne(REFUSALS), lease(in), in.getText(), in.getLong());
    }

    private static void lease(@Nullable WorkLease lease, ByteWriter out) {
        out.put(lease != null);
        if (lease != null) {
            out.putText(lease.id());
            out.putText(lease.by());
            out.putText(lease.byName());
            out.putCount(lease.fence());
            out.putLong(lease.claimedMillis());
            out.putLong(lease.untilMillis());
            out.putLong(lease.remainingNanos());
            out.putOptionalText(lease.session());
            out.put(lease.reserved());
        }
    }

    private static @Nullable WorkLease lease(ByteReader in) {
        return in.getFlag()
                ? new WorkLease(
                        in.getText(),
                        in.getText(),
                        in.getText(),
                        in.getCount(),
                        in.getLong(),
                        in.getLong(),
                        in.getLong(),
                        in.getOptionalText(),
                        in.getFlag())
                : null;
    }
}
