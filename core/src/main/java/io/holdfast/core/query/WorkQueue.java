package io.holdfast.core.query;

import io.holdfast.core.command.WorkType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page of the queue with counts over all of it, or a part of both: counts of several parts add
 * up, and their items follow each other.
 *
 * @param next where to read on, if this is a part
 * @param total how many items the whole list has
 * @param leased how many are hidden because another works on them
 * @param reserved how many are hidden because another reserved them
 * @param blocked how many are hidden because something live blocks them
 * @param dormant how many are hidden because their wake date has not come
 */
public record WorkQueue(
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
     * One node that waits to be worked on.
     *
     * @param blockedBy the ids of what blocks it, the first few of them
     * @param assignee the person whose assigned edge makes it a human's, where nothing else is said
     * @param lease the lease in force, or null
     * @param mine whether that lease is the asker's
     */
    public record Item(
            String id,
            String title,
            WorkType type,
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
            @Nullable WorkLease lease,
            boolean mine) {

        /** What the queue would have somebody do with it. */
        public String suggest() {
            if (blockers > 0) {
                return "blocked";
            }
            return type == WorkType.CAPTURE_PENDING ? "triage" : "do";
        }
    }

    public WorkQueue {
        items = List.copyOf(items);
    }
}
