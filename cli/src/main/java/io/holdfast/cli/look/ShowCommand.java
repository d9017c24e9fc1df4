package io.holdfast.cli.look;

import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Connection;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.Paths;
import io.holdfast.cli.common.ServerFlags;
import io.holdfast.cli.common.Style;
import io.holdfast.cli.common.Table;
import io.holdfast.client.http.Reply;
import io.holdfast.client.json.Json;
import io.holdfast.client.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast show NAME}: who holds it, until when, and who waits. */
public final class ShowCommand implements Command {

    private static final int HISTORY_ROWS = 10;

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("show");
        Helpful.describe(
                spec,
                "Shows who holds a lock or another resource, since when, until when and with which"
                        + " fence, and who waits for it, in the order in which they are served.",
                "holdfast show deploy",
                "holdfast show sequencer-3 --api claims",
                "holdfast show deploy -o json");
        ListQuery.addApi(
                spec, "locks (default, semaphores too), pools, claims, entities or nodes.");
        Flags.output(spec);
        ServerFlags.addTo(spec);
        Flags.argument(spec, "NAME", "The lock or other resource.");
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        boolean json = Flags.json(arguments);
        String api = api(arguments);
        String name = Flags.argument(arguments, 0);
        try (Connection server = ServerFlags.connection(arguments, console)) {
            JsonObject resource = fetch(server, api, name);
            console.out()
                    .print(
                            json
                                    ? Json.write(resource.fields()) + "\n"
                                    : text(resource, console.style()));
            return ExitCode.OK.number();
        }
    }

    static String api(ParseResult arguments) throws CommandFailure {
        String api = ListQuery.api(arguments);
        return api == null ? "locks" : api;
    }

    /** Returns the resource; one that is not in use has no holders and no queue. */
    static JsonObject fetch(Connection server, String api, String name) throws CommandFailure {
        String path = "/v1/resources/" + api + "/" + Paths.segment(name);
        Reply reply = server.send("GET", path, null);
        if (reply.status() == 404) {
            return new JsonObject(Map.of(
                    "api", api, "key", name, "held", 0L, "waiting", 0L, "holders", List.of(),
                    "queue", List.of()));
        }
        if (!reply.ok()) {
            throw server.refused(reply.status(), reply.body());
        }
        return reply.json();
    }

    static String text(JsonObject resource, Style style) {
        StringBuilder text = new StringBuilder();
        long held = resource.number("held", 0);
        long limit = resource.number("limit", 1);
        String state = held == 0
                ? style.good("free")
                : style.warn(limit > 1 ? held + " of " + limit + " held" : "held");
        text.append(style.bold(Style.safe(resource.text("key", "-"))))
                .append(" (")
                .append(resource.text("api", "-"))
                .append("): ")
                .append(state)
                .append(", ")
                .append(resource.number("waiting", 0))
                .append(" waiting\n");
        holders(text, resource, style);
        queue(text, resource.objects("queue"), style);
        history(text, resource.objects("history"), style);
        return text.toString();
    }

    /** Only holders of a resource with several slots have their slots shown. */
    private static void holders(StringBuilder text, JsonObject resource, Style style) {
        boolean slots =
                resource.number("limit", 1) > 1 || resource.text("api", "").equals("pools");
        List<String> heads =
                new ArrayList<>(List.of("HOLDER", "SINCE", "FOR", "UNTIL", "EXPIRES IN", "FENCE"));
        if (slots) {
            heads.add("SLOT");
        }
        Table table = new Table(heads.toArray(String[]::new));
        for (JsonObject holder : resource.objects("holders")) {
            List<String> cells = new ArrayList<>(List.of(
                    Resource.owner(holder),
                    Resource.time(holder.textOrNull("since")),
                    Resource.age(holder.textOrNull("since")),
                    Resource.until(holder),
                    Resource.seconds(holder.decimal("expires_in_s")),
                    String.valueOf(holder.number("fence", 0))));
            if (slots) {
                cells.add(String.valueOf(holder.number("slot", 0)));
            }
            table.row(cells.toArray(String[]::new));
        }
        append(text, table, style);
    }

    private static void queue(StringBuilder text, List<JsonObject> queue, Style style) {
        boolean estimated =
                queue.stream().anyMatch(row -> row.object("estimate_s").decimal("typical") != null);
        Table table = estimated
                ? new Table("QUEUE", "WAITER", "SINCE", "FOR", "GETS IT IN")
                : new Table("QUEUE", "WAITER", "SINCE", "FOR");
        for (JsonObject row : queue) {
            String position = String.valueOf(row.number("position", 0));
            String since = Resource.time(row.textOrNull("since"));
            String age = Resource.age(row.textOrNull("since"));
            if (estimated) {
                table.row(position, Resource.owner(row), since, age, Resource.estimate(row));
            } else {
                table.row(position, Resource.owner(row), since, age);
            }
        }
        append(text, table, style);
    }

    private static void history(StringBuilder text, List<JsonObject> history, Style style) {
        Table table = new Table("BEFORE", "SINCE", "HELD FOR", "WAITED", "ENDED", "FENCE");
        for (JsonObject row : history.subList(0, Math.min(history.size(), HISTORY_ROWS))) {
            boolean wait = row.text("kind", "").equals("wait");
            table.row(
                    Resource.owner(row),
                    wait ? "-" : Resource.time(row.textOrNull("since")),
                    Resource.seconds(row.decimal("held_s")),
                    Resource.seconds(row.decimal("waited_s")),
                    HistoryCommand.end(row),
                    wait ? "-" : String.valueOf(row.number("fence", 0)));
        }
        append(text, table, style);
    }

    private static void append(StringBuilder text, Table table, Style style) {
        if (!table.isEmpty()) {
            text.append('\n').append(table.text(style));
        }
    }
}
