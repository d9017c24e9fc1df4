package io.holdfast.rig.restart;

import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.restart.Campaign.Tally;
import io.holdfast.rig.restart.RestartRun.Report;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The page docs/reliability/kill.md. */
public final class KillPage {

    private static final Set<Kind> LOOKED_FOR =
            EnumSet.complementOf(EnumSet.of(Kind.MINORITY, Kind.FAULT));

    private static final String PAGE = """
            # Kill -9 campaigns

            The server is killed with `kill -9` at random times while %d clients acquire, renew,
            release, enqueue and wait, on locks of their own and on shared ones. It writes a
            snapshot every %s entries, so that kills hit snapshots too, and some kills hit a server
            that is still starting. The clients continue after each restart. They ask for what was
            acknowledged before it, and the history of all operations is checked. A request whose
            answer was lost may have been applied or not; either is accepted, and only one.

            To repeat it, and to write this page: `./dev kill %d` (this run: `./dev kill %d %d`)

            | last run | %s |
            | --- | --- |
            """;

    private KillPage() {}

    /** Returns the page with the result of a run. */
    public static String of(Report report, String date, String machine) {
        int kills = report.kills();
        long seed = report.run().seed();
        Tally tally = report.tally();
        StringBuilder page = new StringBuilder(String.format(
                Locale.ROOT,
                PAGE,
                report.run().setup().clients(),
                Setup.SNAPSHOT_ENTRIES,
                kills,
                kills,
                seed,
                date));
        row(page, "machine", machine);
        row(page, "seed", seed);
        row(page, "kills", kills);
        row(page, "operations", tally.operations());
        row(page, "of these with an unknown outcome", tally.unknown());
        row(page, "acknowledged grants", tally.grants());
        row(
                page,
                "grants found held after a kill, and renewed or released",
                tally.survivors().held());
        row(page, "released grants refused after a kill", tally.survivors().released());
        row(page, "released locks granted again after a kill", tally.survivors().retaken());
        row(page, "sessions continued after a kill", tally.survivors().sessions());
        row(page, "positions in a queue checked after a kill", tally.survivors().places());
        row(page, "repeated request ids", tally.repeats());
        for (Kind kind : LOOKED_FOR) {
            row(page, "**" + kind.text() + "**", "**" + report.findings().count(kind) + "**");
        }
        row(page, "locks with too many lost answers to decide on an order", tally.undecided());
        List<Long> millis = report.restartMillis();
        if (!millis.isEmpty()) {
            row(page, "start to first reply, p50", millis.get(millis.size() / 2) + " ms");
            row(page, "start to first reply, max", millis.getLast() + " ms");
        }
        return page.toString();
    }

    private static void row(StringBuilder page, String name, Object value) {
        page.append("| ").append(name).append(" | ").append(value).append(" |\n");
    }
}
