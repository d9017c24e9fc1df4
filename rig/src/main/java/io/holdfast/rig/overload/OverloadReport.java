package io.holdfast.rig.overload;

import io.holdfast.rig.history.Findings;
import io.holdfast.rig.history.Findings.Kind;

import java.util.List;
import java.util.Locale;

/** The result for both servers and for the well-behaved clients. */
public record OverloadReport(
        long seed, OverloadStage.Result plain, OverloadStage.Result tls, Findings findings) {

    /** How much slower well-behaved requests may become, at p99. */
    private static final int SLOWER_MAX = 10;

    public boolean passed() {
        return findings.none() && plain.slower() <= SLOWER_MAX && tls.slower() <= SLOWER_MAX;
    }

    /** Returns the page for the documentation. */
    public String page(String date, String machine) {
        StringBuilder page = new StringBuilder("# Overload\n\n");
        page.append("""
                Hostile clients of every kind below attack a durable server with a heap of\s""")
                .append(OverloadRun.HEAP_MEGABYTES)
                .append(" MB. Beside them work\n")
                .append(OverloadRun.STEADY_HTTP)
                .append(" clients over HTTP and ")
                .append(OverloadRun.STEADY_LINE)
                .append("""
                 over the line protocol. Each holds a lock with a lease
                of 15 s and renews it every 3 s, and takes and releases another lock ten times a
                second. A lost lease is a finding, and so is an exit of the process. A new lock that
                is refused because the state is full (507) is counted and is not a finding: held
                locks must not be lost. Every client has an address of its own. All clients and the
                server share the machine. The attacks on TLS have a second server.

                """);
        page.append("To repeat it, and to write this page: `./dev rig overload ")
                .append(plain.seconds())
                .append("`\n\n| last run | ")
                .append(date)
                .append(" |\n| --- | --- |\n");
        row(page, "machine", machine);
        row(page, "seed", seed);
        row(
                page,
                "**leases lost by well-behaved clients**",
                "**" + findings.count(Kind.LOST) + "**");
        row(page, "**exits of a process**", "**" + findings.count(Kind.LIVENESS) + "**");
        stage(page, "without TLS", plain, Attack.all(false));
        stage(page, "with TLS", tls, Attack.all(true));
        return page.toString();
    }

    private static void stage(
            StringBuilder page, String name, OverloadStage.Result result, List<Attack> attacks) {
        page.append("\n| server ").append(name).append(" | |\n| --- | --- |\n");
        row(page, "seconds of attack", result.seconds());
        row(page, "well-behaved requests, quiet", result.quiet());
        row(page, "well-behaved requests, under attack", result.loaded());
        row(
                page,
                "new locks refused because the server was full",
                result.loaded().refusals());
        row(
                page,
                "p99 under attack / quiet (at most 10)",
                String.format(Locale.ROOT, "%.1f", result.slower()));
        row(page, "peak memory of the process", result.peakMegabytes() + " MB");
        page.append("\n| attack | rounds | of these ended by the server |\n| --- | --- | --- |\n");
        for (Attack attack : attacks) {
            page.append("| ")
                    .append(attack.text())
                    .append(" | ")
                    .append(attack.rounds.sum())
                    .append(" | ")
                    .append(attack.cutOff.sum())
                    .append(" |\n");
        }
    }

    private static void row(StringBuilder page, String name, Object value) {
        page.append("| ").append(name).append(" | ").append(value).append(" |\n");
    }
}
