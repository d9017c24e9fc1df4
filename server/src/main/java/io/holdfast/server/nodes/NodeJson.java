package io.holdfast.server.nodes;

import io.holdfast.core.value.NodeLease;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON objects that several routes share. */
final class NodeJson {

    private static final long MILLI_NANOS = 1_000_000L;

    private NodeJson() {}

    /** Encodes a lease. Spor's fields come first, Holdfast's own last. */
    static Map<String, @Nullable Object> lease(NodeLease lease) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("node_id", lease.id());
        view.put("by", lease.by());
        view.put("by_name", lease.byName());
        view.put("expires", lease.untilMillis());
        view.put("expires_at", NodeTimes.of(lease.untilMillis()));
        view.put("session", lease.session());
        view.put("claimed_at", NodeTimes.of(lease.claimedMillis()));
        if (lease.reserved()) {
            view.put("reserved", true);
        }
        view.put("expires_in_ms", Math.max(0, Math.ceilDiv(lease.remainingNanos(), MILLI_NANOS)));
        view.put("fence", lease.fence());
        return view;
    }

    /** Encodes the reply to a change of the graph. */
    static Map<String, @Nullable Object> change(
            String status, String id, String revision, List<String> warnings) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("status", status);
        body.put("id", id);
        body.put("revision", revision);
        body.put("warnings", warnings);
        return body;
    }
}
