package io.holdfast.rig.cluster;

import io.holdfast.rig.process.ServerCommand;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** Puts results where docs/reliability/cluster.md has a place for them, and leaves the rest. */
public final class ClusterPage {

    private ClusterPage() {}

    public static Path writeCampaign(ClusterReport report, List<String> untried)
            throws IOException {
        ClusterRun run = report.run();
        String text = "Last run: " + when() + ", " + run.nodes() + " nodes, " + run.clients()
                + " clients, " + (report.namespaces() ? "network namespaces" : "loopback")
                + ", seed " + run.seed() + ". A group may be silent for "
                + run.pace().answerSeconds() + " s while a majority is well."
                + (untried.isEmpty() ? "" : " Not tried here: " + String.join(", ", untried) + ".")
                + "\n\n" + report.table() + "\n" + report.kinds();
        return write(place(run), text);
    }

    private static String place(ClusterRun run) {
        return run.stages() == ClusterRun.Stages.MIXED
                ? "two at a time, " + run.nodes() + " members"
                : "campaign";
    }

    /** One sentence about a run of another kind. */
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

    /** The page with what stands between the two marks of a place replaced. */
    static String replaced(String page, String place, String text) {
        String from = "<!-- " + place + " -->\n";
        String to = "<!-- end of " + place + " -->\n";
        int start = page.indexOf(from);
        int end = page.indexOf(to);
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("the page has no place for " + place);
        }
        return page.substring(0, start + from.length()) + "\n" + text + "\n" + page.substring(end);
    }
}
