package io.holdfast.core.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The types of nodes, with the prefixes of their ids and their statuses. The order is part of the
 * formats: only append.
 */
public enum NodeType {
    TASK("task", true, List.of("task-"), List.of("open", "active", "done", "abandoned")),
    ISSUE("issue", true, List.of("issue-"), List.of("open", "active", "resolved")),
    INCIDENT("incident", true, List.of("inc-"), null),
    QUESTION("question", true, List.of("question-"), List.of("open", "answered")),
    FINDING("finding", true, List.of("find-"), null),
    CAPTURE_PENDING("capture-pending", true, List.of("cap-"), List.of("merged", "rejected")),
    WORKFLOW("workflow", true, List.of("wf-"), null),
    WORKFLOW_RUN("workflow-run", true, List.of("run-"), null),
    DECISION(
            "decision",
            false,
            List.of("dec-"),
            List.of("active", "superseded", "rejected", "settled")),
    ARTIFACT(
            "artifact",
            false,
            List.of("spec-", "art-"),
            List.of("in-review", "approved", "merged", "released", "done", "active")),
    PERSON("person", false, List.of("person-"), null),
    AGENT("agent", false, List.of("agent-"), null),
    ORGANIZATION("organization", false, List.of("org-"), null),
    REPO("repo", false, List.of("repo-"), null),
    PROJECT("project", false, List.of("proj-"), null),
    BRIEFING("briefing", false, List.of(), null),
    CORRECTION("correction", false, List.of(), null),
    LENS("lens", false, List.of(), null),
    NORM("norm", false, List.of(), null),
    PROFILE("profile", false, List.of(), null),
    ROUTINE("routine", false, List.of(), null);

    private static final List<String> TERMINAL = List.of(
            "done",
            "resolved",
            "superseded",
            "rejected",
            "closed",
            "completed",
            "abandoned",
            "answered",
            "merged",
            "dismissed",
            "retired",
            "deprecated");

    private static final List<String> NOT_RESOLVING =
            List.of("rejected", "abandoned", "in-review", "approved");

    private static final List<String> IN_PROGRESS = List.of("in-progress", "in_progress");

    private final String text;
    private final boolean queueable;
    private final List<String> prefixes;
    private final @Nullable List<String> statuses;

    NodeType(
            String text,
            boolean queueable,
            List<String> prefixes,
            @Nullable List<String> statuses) {
        this.text = text;
        this.queueable = queueable;
        this.prefixes = prefixes;
        this.statuses = statuses;
    }

    /** Returns the type with this name, or null if it is unknown. */
    public static @Nullable NodeType of(String text) {
        for (NodeType type : values()) {
            if (type.text.equals(text)) {
                return type;
            }
        }
        return null;
    }

    public String text() {
        return text;
    }

    /** Returns whether live nodes of this type are listed in the queue. */
    public boolean queueable() {
        return queueable;
    }

    /** Returns the prefixes of its ids; empty if any prefix is allowed. */
    public List<String> prefixes() {
        return prefixes;
    }

    /** Returns whether a node of this type may have the status. An empty one always means live. */
    public boolean allows(String status, boolean claimable) {
        List<String> known = statuses;
        return known == null
                || status.isEmpty()
                || known.contains(status)
                || claimable && IN_PROGRESS.contains(status);
    }

    /** Returns whether work on a node of this type and status has ended. */
    public boolean isTerminal(String status) {
        return TERMINAL.contains(status) || this == ARTIFACT && status.equals("released");
    }

    /** Returns whether the status requires a decision or an artifact that resolves the node. */
    public boolean needsResolver(String status) {
        return this == TASK && status.equals("done") || this == ISSUE && status.equals("resolved");
    }

    /** Returns whether a node with this status resolves the nodes that it claims to resolve. */
    public static boolean isResolving(String status) {
        return !NOT_RESOLVING.contains(status);
    }
}
