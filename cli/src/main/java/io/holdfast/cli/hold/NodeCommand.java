package io.holdfast.cli.hold;

import io.holdfast.cli.common.Clients;
import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Connection;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.Durations;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.Paths;
import io.holdfast.cli.common.ServerFlags;
import io.holdfast.cli.common.Style;
import io.holdfast.cli.common.Table;
import io.holdfast.client.Nodes;
import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import io.holdfast.client.json.Json;
import io.holdfast.client.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast node ...}: the queue of work nodes, and leases on them. */
public final class NodeCommand implements Command {

    /** A subcommand of {@code node}. */
    private enum Action {
        QUEUE("queue", "Lists the nodes that are free or your own, the most urgent first."),
        READ("read", "Prints the text of a node."),
        CLAIM("claim", "Claims a node. Exits with 75 if another holds it."),
        RENEW("renew", "Renews your lease on a node. Exits with 79 if it was lost."),
        EXTEND("extend", "Adds time to your lease on a node."),
        RESERVE("reserve", "Parks your lease on a node, so that only you can claim it."),
        RELEASE("release", "Gives a node back.");

        private final String word;
        private final String help;

        Action(String word, String help) {
            this.word = word;
            this.help = help;
        }
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("node");
        Helpful.describe(
                spec,
                "Work nodes: their queue, and leases on them. The token says who holds.",
                "holdfast node queue",
                "holdfast node claim task-api-rate-limits",
                "holdfast node renew task-api-rate-limits",
                "holdfast node release task-api-rate-limits");
        for (Action action : Action.values()) {
            spec.addSubcommand(action.word, Helpful.line(spec(action)));
        }
        return spec;
    }

    private static CommandSpec spec(Action action) {
        CommandSpec spec = CommandSpec.create().name(action.word);
        Helpful.describe(spec, action.help);
        if (action == Action.EXTEND) {
            Flags.value(spec, "D", "How much time. Default: 15m.", "--by");
        }
        Flags.output(spec);
        ServerFlags.addTo(spec);
        if (action != Action.QUEUE) {
            Flags.argument(spec, "NODE", "The id of the node.");
        }
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        ParseResult typed = Flags.subcommand(arguments);
        Action action = action(typed.commandSpec().name());
        String id = action == Action.QUEUE ? "" : Flags.argument(typed, 0);
        boolean json = Flags.json(typed);
        if (action == Action.CLAIM) {
            return claim(typed, console, json, id);
        }
        return Clients.use(typed, console, client -> {
            Nodes nodes = client.nodes();
            switch (action) {
                case QUEUE -> queue(console, json, nodes.queue(100));
                case READ ->
                    console.out()
                            .print(nodes.read(id)
                                    .orElseThrow(() -> new CommandFailure(
                                            ExitCode.REFUSED, "unknown node " + Style.safe(id))));
                case RENEW -> print(console, json, nodes.renew(id));
                case EXTEND -> {
                    Duration more = Flags.duration(typed, "--by", Duration.ofMinutes(15));
                    print(console, json, nodes.extend(id, more));
                }
                case RESERVE -> print(console, json, nodes.reserve(id));
                case RELEASE -> nodes.release(id);
                case CLAIM -> throw new IllegalStateException("handled above");
            }
            return ExitCode.OK.number();
        });
    }

    private static Action action(String word) {
        for (Action action : Action.values()) {
            if (action.word.equals(word)) {
                return action;
            }
        }
        throw new IllegalStateException("unknown subcommand " + word);
    }

    /** Claims by a single request, because the lease outlives this process. */
    private static int claim(ParseResult typed, Console console, boolean json, String id)
            throws CommandFailure {
        try (Connection server = ServerFlags.connection(typed, console)) {
            Reply reply = server.send(
                    Request.post("/v1/nodes/" + Paths.segment(id) + "/claim", Map.of()));
            if (reply.status() == 409) {
                console.err().println("holdfast: " + Style.safe(reply.detail()));
                return ExitCode.NOT_OBTAINED.number();
            }
            if (!reply.ok()) {
                throw server.refused(reply.status(), reply.body());
            }
            JsonObject lease = reply.json().object("lease");
            console.out()
                    .println(
                            json
                                    ? reply.body().strip()
                                    : "claimed " + id + " until " + lease.text("expires_at", "?")
                                            + ", fence " + lease.number("fence", 0));
            return ExitCode.OK.number();
        }
    }

    private static void queue(Console console, boolean json, List<Nodes.Item> items) {
        Table table = new Table("NODE", "TYPE", "STATUS", "PRIORITY", "TITLE", "WHY");
        for (Nodes.Item item : items) {
            if (json) {
                console.out()
                        .println(Json.write(Map.of(
                                "id", item.id(),
                                "type", item.type(),
                                "status", item.status(),
                                "priority", item.priority(),
                                "title", item.title(),
                                "why", item.why())));
            }
            table.row(
                    Style.safe(item.id()),
                    item.type(),
                    dash(item.status()),
                    dash(item.priority()),
                    Style.safe(item.title()),
                    Style.safe(item.why()));
        }
        if (!json) {
            console.out()
                    .print(table.isEmpty() ? "The queue is empty.\n" : table.text(console.style()));
        }
    }

    private static String dash(String text) {
        return text.isEmpty() ? "-" : Style.safe(text);
    }

    private static void print(Console console, boolean json, Nodes.LeaseInfo lease) {
        console.out()
                .println(
                        json
                                ? Json.write(Map.of(
                                        "node", lease.node(),
                                        "by", lease.by(),
                                        "expires_at", lease.expiresAt().toString(),
                                        "fence", lease.fence()))
                                : lease.node() + " is held by " + lease.by() + " for another "
                                        + Durations.text(lease.expiresIn())
                                        + (lease.capped() ? ", the server's maximum" : ""));
    }
}
