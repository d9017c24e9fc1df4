package io.holdfast.rig.cluster;

import io.holdfast.rig.process.ServerCommand;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** Writes results between the markers of docs/reliability/cluster.md, and keeps the rest. */
public final class ClusterPage {

    private ClusterPage() {}

    public static Path writeCampaign(ClusterReport report, List<String> untried)
            throws IOException {
        ClusterRun run = report.run();
        String text = "Last run: " + when() + ", " + run.nodes() + " members, " + run.clients()
                + " clients, " + (report.namespaces() ? "network namespaces" : "loopback")
                + ", seed " + run.seed() + ". Liveness limit while a majority is healthy: "
                + run.pace().answerSeconds() + " s."
                + (untried.isEmpty() ? "" : " Not tried here: " + String.join(", ", untried) + ".")
                + "\n\n" + report.table() + "\n" + report.kinds();
        return write(place(run), text);
    }

    private static String place(ClusterRun run) {
        return run.stages() == ClusterRun.Stages.MIXED
                ? "two at a time, " + run.nodes() + " members"
                : "campaign";
    }

    /** Writes the one-sentence result of another kind of run. */
    public static Path writeLine(String place, String line) throws IOException {
        return write(place, "Last run: " + when() + ". " + line + ".\n");
    }

    private static String when() {
        long load = Math.round(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        return LocalDate.now(ZoneOffset.UTC) + " on " + Runtime.getRuntime().availableProcessors()
                + " processors, load average at the end " + load;
    }

    private static Path write(String place, String text) throws IOException {
        Path page = ServerCommand.root().resolve("docs/reliability/cluster.md");
        Files.writeString(page, replaced(Files.readString(page), place, text));
        return page;
    }

    /** Returns the page with the text between a place's two markers replaced. */
    static String replaced(String page, String place, String text) {
        String from = "<!-- " + place + " -->\n";
        String to = "<!-- end of " + place + " -->\n";
        int start = page.indexOf(from);
        int end = page.indexOf(to);
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("the page has no markers for " + place);
        }
        return page.substring(0, start + from.length()) + "\n" + text + "\n" + page.substring(end);
    }
}
