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
import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import io.holdfast.client.json.JsonObject;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast break NAME}: ends a grant that its holder does not release. */
public final class BreakCommand implements Command {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("break");
        Helpful.describe(
                spec,
                "Ends the grant of a holder that does not release it. The next waiter gets it in"
                        + " the same step, and a command under \"holdfast run\" is ended. Asks for"
                        + " confirmation and a reason, which is kept in the audit log. Needs the"
                        + " role lock-breaker if authentication is configured.",
                "holdfast break deploy",
                "holdfast break deploy --yes --reason \"the job hangs\"",
                "holdfast break downloads --fence 37640358372 --yes --reason \"host is gone\"");
        ListQuery.addApi(
                spec, "locks (default, semaphores too), pools, claims, entities or nodes.");
        Flags.value(spec, "FENCE", "Which holder, if there are several.", "--fence");
        Flags.value(spec, "TEXT", "Why; at most 256 characters.", "--reason");
        Flags.on(spec, "Do not ask for confirmation.", "--yes", "-y");
        ServerFlags.addTo(spec);
        Flags.argument(spec, "NAME", "The lock or other resource.");
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        String api = ShowCommand.api(arguments);
        String name = Flags.argument(arguments, 0);
        try (Connection server = ServerFlags.connection(arguments, console)) {
            JsonObject resource = ShowCommand.fetch(server, api, name);
            JsonObject holder = holder(arguments, resource, api, name);
            String reason = agree(arguments, console, resource, holder);
            long fence = holder.number("fence", 0);
            String path = "/v1/resources/" + api + "/" + Paths.segment(name) + "/holders/" + fence;
            Reply reply = server.send(Request.change("DELETE", path, Map.of("reason", reason)));
            if (reply.status() == 404 && reply.code().equals("not_held")) {
                throw new CommandFailure(
                        ExitCode.LOST, name + " is not held with the fence " + fence + " any more");
            }
            if (!reply.ok()) {
                throw server.refused(reply.status(), reply.body());
            }
            console.out()
                    .println("broke " + name + ", held by " + Resource.owner(holder)
                            + " with the fence " + fence);
            return ExitCode.OK.number();
        }
    }

    private static JsonObject holder(
            ParseResult arguments, JsonObject resource, String api, String name)
            throws CommandFailure {
        List<JsonObject> holders = resource.objects("holders");
        String fence = Flags.text(arguments, "--fence");
        for (JsonObject holder : holders) {
            if (fence != null && fence.equals(String.valueOf(holder.number("fence", 0)))) {
                return holder;
            }
        }
        if (holders.isEmpty() || fence != null) {
            throw new CommandFailure(
                    ExitCode.LOST,
                    name + " is not held" + (fence == null ? "" : " with the fence " + fence));
        }
        if (holders.size() > 1) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    name + " has " + holders.size()
                            + " holders: choose one with --fence. \"holdfast show "
                            + (api.equals("locks") ? "" : "--api " + api + " ") + name
                            + "\" lists them");
        }
        return holders.getFirst();
    }

    /** Returns the reason, after the user has confirmed. */
    private static String agree(
            ParseResult arguments, Console console, JsonObject resource, JsonObject holder)
            throws CommandFailure {
        String reason = Flags.text(arguments, "--reason", "").strip();
        boolean yes = Flags.on(arguments, "--yes");
        java.io.Console terminal = console.terminal() ? System.console() : null;
        if (terminal == null && (!yes || reason.isEmpty())) {
            throw new CommandFailure(
                    ExitCode.USAGE, "Without a terminal, break needs --yes and --reason TEXT");
        }
        if (terminal != null && (!yes || reason.isEmpty())) {
            console.err().print(ShowCommand.text(resource, console.style()));
            console.err().println();
        }
        if (terminal != null && !yes) {
            String answer = terminal.readLine(
                    "Break the grant of %s? Its command is ended. [y/N] ", Resource.owner(holder));
            if (answer == null
                    || !answer.strip().toLowerCase(java.util.Locale.ROOT).matches("y|yes")) {
                throw new CommandFailure(ExitCode.REFUSED, "nothing was broken");
            }
        }
        if (terminal != null && reason.isEmpty()) {
            String answer = terminal.readLine("Reason, for the audit log: ");
            reason = answer == null ? "" : answer.strip();
        }
        if (reason.isEmpty()) {
            throw new CommandFailure(ExitCode.USAGE, "nothing was broken: a reason is required");
        }
        return reason;
    }
}
