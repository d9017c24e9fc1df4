package io.holdfast.rig.kill;

import io.holdfast.rig.load.Findings;
import io.holdfast.rig.load.Findings.Kind;
import io.holdfast.rig.load.Tally;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What a campaign of kills found. */
public record KillReport(
        KillRun run, int kills, Tally tally, Findings findings, List<Long> restartMillis) {

    private static final Set<Kind> LOOKED_FOR = EnumSet.complementOf(
            EnumSet.of(Kind.MINORITY, Kind.LIVENESS, Kind.LINEAR, Kind.BELIEF));

    static KillReport of(KillRun run, int kills, Campaign campaign) {
        List<Long> sorted = campaign.restartMillis().stream().sorted().toList();
        return new KillReport(run, kills, campaign.tally(), campaign.findings(), sorted);
    }

    /** One line about a campaign under way. */
    static String progress(Campaign campaign) {
        Tally tally = campaign.tally();
        return tally.requests + " requests, " + tally.unknown + " unknown, " + tally.grants
                + " grants; back in " + campaign.restartMillis().getLast() + " ms";
    }

    public boolean passed() {
        return findings.none();
    }

    public long restartMillisP50() {
        return restartMillis.get(restartMillis.size() / 2);
    }

    public long restartMillisMax() {
        return restartMillis.getLast();
    }

    /** The page for the documentation; the date is given because the rig has one clock alone. */
    public String page(String date, String machine) {
        StringBuilder page = new StringBuilder();
        page.append("# Kill -9 campaigns\n\n");
        page.append("The server is killed with `kill -9` at random moments while ");
        page.append(run.clients());
        page.append("""
                 clients
                acquire, renew, release, enqueue and wait on keys of their own and on shared ones.
                It writes its state out every\s""");
        page.append(KillRun.SNAPSHOT_ENTRIES);
        page.append("""
                 entries, so that kills hit that too, and some of
                them hit a server that is still starting. After each restart everything that was
                acknowledged is asked for again. A request whose answer died with the process may
                have been done or not; either is accepted, and only one.

                """);
        page.append("To repeat it, and to write this page: `./dev kill ").append(kills);
        page.append("` (this run: `./dev kill ").append(kills).append(' ').append(run.seed());
        page.append("`)\n\n");
        page.append("| last run | ").append(date).append(" |\n| --- | --- |\n");
        row(page, "machine", machine);
        row(page, "seed", run.seed());
        row(page, "kills", kills);
        row(page, "requests", tally.requests);
        row(page, "of these with an unknown outcome", tally.unknown);
        row(page, "acknowledged grants", tally.grants);
        row(page, "grants found held again, and renewed or released", tally.heldChecked);
        row(page, "released grants found over", tally.releasedChecked);
        row(page, "released keys taken again", tally.keysRetaken);
        row(page, "sessions found again", tally.sessionsChecked);
        row(page, "places in a line asked for", tally.placesChecked);
        row(page, "repeated request ids with the first answer", tally.repeatsChecked);
        for (Kind kind : LOOKED_FOR) {
            row(page, "**" + kind.text() + "**", "**" + findings.count(kind) + "**");
        }
        row(page, "start to first reply, p50", restartMillisP50() + " ms");
        row(page, "start to first reply, max", restartMillisMax() + " ms");
        return page.toString();
    }

    private static void row(StringBuilder page, String name, Object value) {
        page.append("| ").append(name).append(" | ").append(value).append(" |\n");
    }
}
