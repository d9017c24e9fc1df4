package io.holdfast.rig.cluster;

import io.holdfast.rig.cluster.Stage.Report;
import io.holdfast.rig.history.Findings.Kind;

import java.util.List;

/** The result of a campaign. */
public record ClusterReport(ClusterRun run, boolean namespaces, List<Report> stages) {

    public ClusterReport {
        stages = List.copyOf(stages);
    }

    public boolean passed() {
        return !stages.isEmpty()
                && stages.stream().allMatch(stage -> stage.findings().none());
    }

    public long operations() {
        return stages.stream().mapToLong(Report::operations).sum();
    }

    public long grants() {
        return stages.stream().mapToLong(Report::grants).sum();
    }

    public int runs() {
        return stages.stream().mapToInt(Report::runs).sum();
    }

    public List<String> texts() {
        return stages.stream()
                .flatMap(stage -> stage.findings().texts().stream())
                .toList();
    }

    /** Returns the table for the page, with one row for each stage. */
    public String table() {
        StringBuilder table = new StringBuilder();
        table.append("| fault | injected | operations | grants | outcome unknown | violations |\n");
        table.append("| --- | --- | --- | --- | --- | --- |\n");
        for (Report stage : stages) {
            table.append("| ").append(stage.faults());
            table.append(" | ").append(stage.runs());
            table.append(" | ").append(stage.operations());
            table.append(" | ").append(stage.grants());
            table.append(" | ").append(stage.unknown());
            table.append(" | **").append(stage.findings().total()).append("** |\n");
        }
        return table.toString();
    }

    /** Returns the table of checks, with the number of violations of each. */
    public String kinds() {
        StringBuilder table = new StringBuilder("| looked for | found |\n| --- | --- |\n");
        for (Kind kind : Kind.values()) {
            int found = stages.stream()
                    .mapToInt(stage -> stage.findings().count(kind))
                    .sum();
            table.append("| ").append(kind.text()).append(" | **").append(found).append("** |\n");
        }
        int undecided = stages.stream().mapToInt(Report::undecided).sum();
        table.append("| resources with too many lost answers to decide | ");
        table.append(undecided).append(" |\n");
        return table.toString();
    }
}
