package io.holdfast.cli.look;

import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Connection;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.ServerFlags;
import io.holdfast.cli.common.Style;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast top}: the most contended resources, again and again. */
public final class TopCommand implements Command {

    private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J\u001b[3J";

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("top");
        Helpful.describe(
                spec,
                "Shows the resources with the longest queues, refreshed until Ctrl-C. Without a"
                        + " terminal it prints them once.",
                "holdfast top",
                "holdfast top --sort wait --interval 5s");
        ListQuery.addTo(spec);
        Flags.value(spec, "D", "How often to refresh. Default: 2s.", "--interval");
        Flags.value(spec, "N", "How many rows. Default: 20.", "--limit");
        ServerFlags.addTo(spec);
        Flags.optional(spec, "PREFIX", "The beginning of the names.");
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        Duration interval = Flags.duration(arguments, "--interval", Duration.ofSeconds(2));
        int limit = Flags.number(arguments, "--limit", 20, 1, 1000);
        ListQuery query = ListQuery.of(arguments, Flags.argument(arguments, 0), "queue");
        Style style = console.style();
        try (Connection server = ServerFlags.connection(arguments, console)) {
            String table = table(query, server, limit, style);
            if (!console.terminal()) {
                console.out().print(style.dim(head()) + table);
                return ExitCode.OK.number();
            }
            while (true) {
                console.out().print(HOME_AND_CLEAR + style.dim(head()) + table);
                console.out().flush();
                Thread.sleep(interval.isZero() ? Duration.ofMillis(200) : interval);
                table = refreshed(query, server, limit, style);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.OK.number();
        }
    }

    private static String head() {
        return "holdfast top, " + Resource.time(Instant.now()) + "\n\n";
    }

    private static String table(ListQuery query, Connection server, int limit, Style style)
            throws CommandFailure {
        return ListCommand.text(query.fetch(server, limit).rows(), style);
    }

    /** Returns the table, or why there is none: a server that restarts does not end the command. */
    private static String refreshed(ListQuery query, Connection server, int limit, Style style)
            throws CommandFailure {
        try {
            return table(query, server, limit, style);
        } catch (CommandFailure e) {
            if (e.exitCode() != ExitCode.UNAVAILABLE.number()) {
                throw e;
            }
            return style.bad("unavailable, retrying") + ": " + e.getMessage() + "\n";
        }
    }
}
