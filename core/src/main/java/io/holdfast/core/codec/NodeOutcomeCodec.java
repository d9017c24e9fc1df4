package io.holdfast.core.codec;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.outcome.NodeRefusal;
import io.holdfast.core.outcome.NodeVerdict;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.NodeChanged;
import io.holdfast.core.outcome.Outcome.NodeRefused;
import io.holdfast.core.value.NodeLease;
import io.holdfast.core.value.NodeVersion;

import org.jspecify.annotations.Nullable;

/** The encoding of remembered nodes outcomes. */
final class NodeOutcomeCodec {

    private static final NodeVerdict[] VERDICTS = NodeVerdict.values();
    private static final NodeRefusal[] REFUSALS = NodeRefusal.values();

    private NodeOutcomeCodec() {}

    static void write(int tag, NodeChanged changed, ByteWriter out) {
        out.put(tag);
        out.putCount(changed.verdict().ordinal());
        lease(changed.lease(), out);
        NodeVersion node = changed.node();
        out.put(node != null);
        if (node != null) {
            NodeBytes.write(node, out);
        }
        out.put(changed.edge());
        out.put(changed.capped());
    }

    static Outcome changed(ByteReader in) {
        NodeVerdict verdict = in.getOne(VERDICTS);
        NodeLease lease = lease(in);
        NodeVersion node = in.getFlag() ? NodeBytes.readView(in) : null;
        return new NodeChanged(verdict, lease, node, in.getFlag(), in.getFlag());
    }

    static void write(int tag, NodeRefused refused, ByteWriter out) {
        out.put(tag);
        out.putCount(refused.reason().ordinal());
        lease(refused.holder(), out);
        out.putText(refused.word());
        out.putLong(refused.lapsedMillis());
    }

    static Outcome refused(ByteReader in) {
        return new NodeRefused(in.getOne(REFUSALS), lease(in), in.getText(), in.getLong());
    }

    private static void lease(@Nullable NodeLease lease, ByteWriter out) {
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

    private static @Nullable NodeLease lease(ByteReader in) {
        return in.getFlag()
                ? new NodeLease(
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
