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
import io.holdfast.cli.common.Table;
import io.holdfast.client.json.Json;
import io.holdfast.client.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast ls}: the resources that are held or waited for. */
public final class ListCommand implements Command {

    private static final int LIMIT_MAX = 100_000;

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("ls");
        Helpful.describe(
                spec,
                "Lists the locks, pools, claims, entities and nodes that are held or waited for.",
                "holdfast ls",
                "holdfast ls deploy --api locks",
                "holdfast ls --state waiting --sort wait",
                "holdfast ls --owner ann@ci -o json");
        ListQuery.addTo(spec);
        Flags.value(spec, "N", "How many at most. Default: 100.", "--limit");
        Flags.output(spec);
        ServerFlags.addTo(spec);
        Flags.optional(spec, "PREFIX", "The beginning of the names.");
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        boolean json = Flags.json(arguments);
        int limit = Flags.number(arguments, "--limit", 100, 1, LIMIT_MAX);
        ListQuery query = ListQuery.of(arguments, Flags.argument(arguments, 0));
        try (Connection server = ServerFlags.connection(arguments, console)) {
            ListQuery.Found found = query.fetch(server, limit);
            if (json) {
                List<Map<String, ?>> all = new ArrayList<>();
                found.rows().forEach(row -> all.add(row.fields()));
                console.out().println(Json.write(Map.of("resources", all)));
            } else {
                console.out().print(text(found.rows(), console.style()));
                if (found.more()) {
                    console.err().println("There are more; raise --limit to see them.");
                }
            }
            return ExitCode.OK.number();
        }
    }

    static String text(List<JsonObject> rows, Style style) {
        if (rows.isEmpty()) {
            return "Nothing is held or waited for.\n";
        }
        Table table = new Table(
                "API", "NAME", "HELD", "HOLDER", "FOR", "EXPIRES IN", "WAITING", "LONGEST WAIT");
        for (JsonObject row : rows) {
            JsonObject holder = row.object("holder");
            boolean held = row.number("held", 0) > 0;
            long waiting = row.number("waiting", 0);
            String count = row.number("held", 0) + "/" + row.number("limit", 1);
            table.row(
                    row.text("api", "-"),
                    style.bold(Style.safe(row.text("key", "-"))),
                    held ? style.good(count) : count,
                    held ? Resource.owner(holder) : "-",
                    held ? Resource.age(holder.textOrNull("since")) : "-",
                    held ? Resource.seconds(holder.decimal("expires_in_s")) : "-",
                    waiting > 0 ? style.warn(String.valueOf(waiting)) : "0",
                    waiting > 0 ? Resource.age(row.textOrNull("waiting_since")) : "-");
        }
        return table.text(style);
    }
}
