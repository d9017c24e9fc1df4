package io.holdfast.core.query;

import io.holdfast.core.value.NodeLease;
import io.holdfast.core.value.NodeType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page of the queue with counts over the whole queue, or a part of both. The counts of several
 * parts add up, and their items follow each other.
 *
 * @param next where to continue, if this is a part
 * @param total the number of items in the whole list
 * @param leased number of nodes hidden because another person works on them
 * @param reserved number of nodes hidden because another person reserved them
 * @param blocked number of nodes hidden because a live node blocks them
 * @param dormant number of nodes hidden because their wake date has not come
 */
public record NodeQueue(
        List<Item> items,
        int total,
        Map<String, Integer> byType,
        Map<String, Integer> byProject,
        Map<String, Integer> bySuggest,
        Map<String, Integer> byReadiness,
        int leased,
        int reserved,
        int blocked,
        int dormant,
        QueuePlace next) {

    /**
     * A node that waits to be worked on.
     *
     * @param blockedBy the ids of nodes that block it, the first few of them
     * @param assignee the person whose assigned edge implies human readiness, if none is set
     * @param lease the current lease, or null
     * @param mine true if the viewer holds that lease
     */
    public record Item(
            String id,
            String title,
            NodeType type,
            String status,
            String project,
            String priority,
            int score,
            int blocking,
            int blockers,
            List<String> blockedBy,
            String readiness,
            @Nullable String assignee,
            long createdMillis,
            @Nullable NodeLease lease,
            boolean mine) {

        /** Returns the suggested action. */
        public String suggest() {
            if (blockers > 0) {
                return "blocked";
            }
            return type == NodeType.CAPTURE_PENDING ? "triage" : "do";
        }
    }

    public NodeQueue {
        items = List.copyOf(items);
    }
}
