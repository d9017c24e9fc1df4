package io.holdfast.cli.look;

import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Connection;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.Endings;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.Paths;
import io.holdfast.cli.common.ServerFlags;
import io.holdfast.cli.common.Style;
import io.holdfast.cli.common.Table;
import io.holdfast.client.json.Json;
import io.holdfast.client.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast history}: who held what when, who waited, and why it ended. */
public final class HistoryCommand implements Command {

    private static final int LIMIT_MAX = 100_000;

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("history");
        Helpful.describe(
                spec,
                "Shows who held a lock or another resource and when, who waited without getting it,"
                        + " and why it ended. What still lasts is shown too. Without NAME it"
                        + " searches all resources.",
                "holdfast history deploy --at 14:02",
                "holdfast history deploy --from '2026-11-16 14:00' --to '2026-11-16 15:00'",
                "holdfast history --owner ann@ci -o json");
        ListQuery.addApi(
                spec,
                "locks, pools, claims, entities or nodes. Default: locks for a NAME, otherwise"
                        + " all.");
        Flags.value(spec, "NAME", "Only what this owner held or waited for.", "--owner");
        Period.addTo(spec);
        Flags.value(spec, "N", "How many at most. Default: 100.", "--limit");
        Flags.output(spec);
        ServerFlags.addTo(spec);
        Flags.optional(spec, "NAME", "The lock or other resource.");
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        boolean json = Flags.json(arguments);
        int limit = Flags.number(arguments, "--limit", 100, 1, LIMIT_MAX);
        String name = Flags.argument(arguments, 0);
        String owner = Flags.text(arguments, "--owner");
        Period period = Period.of(arguments);
        try (Connection server = ServerFlags.connection(arguments, console)) {
            List<JsonObject> rows = new ArrayList<>();
            boolean more = false;
            if (name.isEmpty()) {
                more = search(server, ListQuery.api(arguments), owner, period, limit, rows);
            } else {
                all(ShowCommand.fetch(server, ShowCommand.api(arguments), name), rows);
            }
            rows.removeIf(row -> !matches(row, owner, period));
            print(rows.subList(0, Math.min(limit, rows.size())), name.isEmpty(), json, console);
            if (more || rows.size() > limit) {
                console.err().println("There are more; raise --limit to see them.");
            }
            return ExitCode.OK.number();
        }
    }

    /** Adds what a resource shows: what lasts, and what ended. */
    private static void all(JsonObject resource, List<JsonObject> rows) {
        resource.objects("queue").forEach(row -> rows.add(lasting("wait", resource, row)));
        resource.objects("holders").forEach(row -> rows.add(lasting("grant", resource, row)));
        rows.addAll(resource.objects("history"));
    }

    /** Adds the first holder of each held resource, and pages of the history. */
    private static boolean search(
            Connection server,
            @Nullable String api,
            @Nullable String owner,
            Period period,
            int limit,
            List<JsonObject> rows)
            throws CommandFailure {
        String filter = (api == null ? "" : "&api=" + api)
                + (owner == null ? "" : "&owner=" + Paths.segment(owner));
        ListQuery.Found held =
                ListQuery.fetch(server, "/v1/resources?state=held", filter, "resources", limit);
        for (JsonObject resource : held.rows()) {
            rows.add(lasting("grant", resource, resource.object("holder")));
        }
        ListQuery.Found past = ListQuery.fetch(
                server, "/v1/history?", filter + period.parameters(), "history", limit);
        rows.addAll(past.rows());
        return held.more() || past.more();
    }

    /** Returns a grant or wait that has not ended, in the form of one that has. */
    private static JsonObject lasting(String kind, JsonObject resource, JsonObject row) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("api", resource.get("api"));
        fields.put("key", resource.get("key"));
        fields.put("kind", kind);
        fields.putAll(row.fields());
        if (kind.equals("wait")) {
            fields.put("queued", row.get("since"));
            fields.remove("since");
        }
        return new JsonObject(fields);
    }

    private static boolean matches(JsonObject row, @Nullable String owner, Period period) {
        Instant begin = Instant.parse(row.text(isWait(row) ? "queued" : "since"));
        String ended = row.textOrNull("ended");
        return (owner == null || owner.equals(row.textOrNull("owner")))
                && period.overlaps(begin, ended == null ? Instant.MAX : Instant.parse(ended));
    }

    private static boolean isWait(JsonObject row) {
        return row.text("kind", "").equals("wait");
    }

    private static void print(List<JsonObject> rows, boolean named, boolean json, Console console) {
        if (json) {
            List<Map<String, ?>> all = new ArrayList<>();
            rows.forEach(row -> all.add(row.fields()));
            console.out().println(Json.write(Map.of("history", all)));
        } else if (rows.isEmpty()) {
            console.out().println("Nothing of it is remembered.");
        } else {
            console.out().print(text(rows, named, console.style()));
        }
    }

    static String text(List<JsonObject> rows, boolean named, Style style) {
        Table table = named
                ? new Table("API", "NAME", "WHO", "QUEUED", "HELD SINCE", "UNTIL", "END", "FENCE")
                : new Table("WHO", "QUEUED", "HELD SINCE", "UNTIL", "END", "FENCE");
        for (JsonObject row : rows) {
            List<String> cells = new ArrayList<>();
            if (named) {
                cells.add(row.text("api", "-"));
                cells.add(Style.safe(row.text("key", "-")));
            }
            cells.add(Resource.owner(row));
            cells.add(Resource.time(row.textOrNull("queued")));
            cells.add(isWait(row) ? "-" : Resource.time(row.textOrNull("since")));
            cells.add(Resource.time(row.textOrNull("ended")));
            cells.add(end(row));
            cells.add(isWait(row) ? "-" : String.valueOf(row.number("fence", 0)));
            table.row(cells.toArray(String[]::new));
        }
        return table.text(style);
    }

    /** Returns why it ended, by whom and for which reason; or that it lasts. */
    static String end(JsonObject row) {
        if (row.textOrNull("end") == null) {
            return isWait(row) ? "waits now" : "holds it now";
        }
        return (isWait(row) ? "wait " : "") + Endings.words(row);
    }
}
