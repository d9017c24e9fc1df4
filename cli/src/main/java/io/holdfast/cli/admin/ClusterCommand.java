package io.holdfast.cli.admin;

import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Connection;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.Paths;
import io.holdfast.cli.common.ServerFlags;
import io.holdfast.cli.common.Table;
import io.holdfast.client.json.Json;
import io.holdfast.client.json.JsonException;
import io.holdfast.client.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast cluster ...}: shows and changes the members of a cluster. */
public final class ClusterCommand implements Command {

    private static final String JSON = "--json";

    /** A subcommand of {@code cluster}. */
    private enum Action {
        STATUS(
                "status",
                "",
                "Shows the members, the leader, the lag of each member, and why a member is not"
                        + " connected. Exits with 69 if there is no leader."),
        ADD(
                "add",
                "NAME=HOST:PORT",
                "Adds a member. Start it first, with an empty directory and --join. HOST:PORT"
                        + " is its address for its peers. Returns when it has caught up."),
        REMOVE(
                "remove",
                "NAME",
                "Removes a member, which then exits; its data directory cannot be used again."),
        TRANSFER("transfer", "NAME", "Transfers the leadership to a member."),
        REPLACE(
                "replace",
                "NAME[=HOST:PORT]",
                "Removes a member that lost its data directory or moves to HOST:PORT, and adds"
                        + " the empty member that was started under its name with --join.");

        private final String word;
        private final String operand;
        private final String help;

        Action(String word, String operand, String help) {
            this.word = word;
            this.operand = operand;
            this.help = help;
        }
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("cluster");
        spec.usageMessage().description("Shows and changes the members of a cluster.");
        for (Action action : Action.values()) {
            spec.addSubcommand(action.word, Helpful.line(spec(action)));
        }
        return spec;
    }

    private static CommandSpec spec(Action action) {
        CommandSpec spec = CommandSpec.create().name(action.word);
        spec.usageMessage().description(action.help);
        ServerFlags.addTo(spec);
        Flags.on(spec, "Print the server's response as JSON, like -o json.", JSON);
        Flags.output(spec);
        if (!action.operand.isEmpty()) {
            Flags.argument(spec, action.operand, "The member.");
        }
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        ParseResult typed = Flags.subcommand(arguments);
        Action action = action(typed.commandSpec().name());
        String operand = Flags.argument(typed, 0);
        try (Connection server = ServerFlags.connection(typed, console)) {
            String answer = ask(server, action, operand);
            boolean json = Flags.on(typed, JSON) || Flags.json(typed);
            JsonObject status = parsed(answer);
            console.out().print(json ? answer : table(status));
            boolean led = !text(status.get("leader"), "").isEmpty();
            return action == Action.STATUS && !led ? ExitCode.UNAVAILABLE.number() : 0;
        }
    }

    private static JsonObject parsed(String answer) throws CommandFailure {
        try {
            return Json.object(answer);
        } catch (JsonException e) {
            throw new CommandFailure(ExitCode.DAMAGED, "The response is not JSON");
        }
    }

    private static Action action(String word) {
        for (Action action : Action.values()) {
            if (action.word.equals(word)) {
                return action;
            }
        }
        throw new IllegalStateException("unknown subcommand " + word);
    }

    private static String ask(Connection server, Action action, String operand)
            throws CommandFailure {
        int equals = operand.indexOf('=');
        String node = Paths.segment(equals < 0 ? operand : operand.substring(0, equals));
        String address = equals < 0 ? "" : Paths.segment(operand.substring(equals + 1));
        String query = address.isEmpty() ? "" : "?address=" + address;
        String member = "/v1/cluster/members/" + node;
        return switch (action) {
            case STATUS -> server.ask("GET", "/v1/cluster", null);
            case ADD -> {
                if (address.isEmpty()) {
                    throw new CommandFailure(
                            ExitCode.USAGE,
                            "Missing address of the new member: cluster add " + operand
                                    + "=HOST:PORT");
                }
                yield server.ask("PUT", member + query, null);
            }
            case REMOVE -> server.ask("DELETE", member, null);
            case TRANSFER -> server.ask("POST", member + "/lead", null);
            case REPLACE -> server.ask("POST", member + "/replace" + query, null);
        };
    }

    private static String table(JsonObject status) {
        Table table = new Table("node", "address", "role", "behind", "last heard");
        String leader = text(status.get("leader"), "");
        String asked = text(status.get("node"), "?");
        for (JsonObject member : status.objects("members")) {
            String node = text(member.get("node"), "");
            boolean leads = Boolean.TRUE.equals(member.get("leads"));
            String heard = node.equals(asked) ? "itself" : heard(member.get("heard_millis"));
            table.row(
                    node,
                    text(member.get("address"), "-"),
                    leads ? "leader" : "follower",
                    // Without a leader the lag is unknown.
                    leader.isEmpty() ? "?" : text(member.get("lag"), "?"),
                    leads ? "-" : heard);
        }
        List<String> lines = new ArrayList<>();
        lines.add("cluster " + text(status.get("cluster"), "-") + ", "
                + (leader.isEmpty() ? "no leader" : leader + " leads") + term(status)
                + ", entry " + text(status.get("commit_index"), "?")
                + ", format " + text(status.get("format"), "?") + ", as " + asked + " sees it");
        lines.add(table.text() + problems(status));
        return String.join("\n", lines);
    }

    /** A single server has no terms, and its status contains the number zero. */
    private static String term(JsonObject status) {
        String term = text(status.get("term"), "?");
        return term.equals("0") ? "" : ", term " + term;
    }

    private static String problems(JsonObject status) {
        StringBuilder lines = new StringBuilder();
        for (JsonObject member : status.objects("members")) {
            if (member.get("problem") instanceof Map<?, ?> problem) {
                lines.append(text(member.get("node"), "?"))
                        .append(" is not connected (")
                        .append(problem.get("reason"))
                        .append("): ")
                        .append(problem.get("detail"))
                        .append('\n');
            }
        }
        return lines.toString();
    }

    private static String heard(@Nullable Object millis) {
        return millis instanceof Long ago
                ? String.format(java.util.Locale.ROOT, "%.1f s ago", ago / 1000.0)
                : "?";
    }

    private static String text(@Nullable Object value, String otherwise) {
        return value == null || value.toString().isEmpty() ? otherwise : value.toString();
    }
}
