package io.holdfast.cli.hold;

import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Connection;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.Durations;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.ServerFlags;
import io.holdfast.cli.common.Target;
import io.holdfast.client.http.Reply;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast renew NAME TOKEN}: extends the lease of a lock. */
public final class RenewCommand implements Command {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("renew");
        Helpful.describe(
                spec,
                "Extends the lease of a lock or a semaphore's slot by the token that \"holdfast"
                        + " lock\" printed, and keeps its session alive. Exits with 79 if the token"
                        + " is not held.",
                "holdfast renew deploy \"$TOKEN\" --ttl 1m");
        Flags.value(spec, "D", "How long the lease lasts from now. Default: 30s.", "--ttl");
        LocksApi.addSemaphore(spec);
        Flags.output(spec);
        ServerFlags.addTo(spec);
        Flags.argument(spec, "NAME", "The lock or semaphore.");
        Flags.optional(spec, "TOKEN", Handle.HELP);
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        boolean json = Flags.json(arguments);
        Duration ttl = Flags.duration(arguments, "--ttl", Duration.ofSeconds(30));
        Handle handle = Handle.of(arguments, console);
        Target target = ServerFlags.target(arguments, console);
        try (Connection server = target.connection()) {
            LocksApi api = new LocksApi(server);
            Map<String, Object> more = Map.of("lease_ttl_s", ttl.toSeconds());
            Reply reply = api.ok(
                    api.prove(LocksApi.path(arguments) + "/renew", handle, more, target.owner()));
            Duration left = Duration.ofSeconds(reply.json().number("remaining_s", 0));
            console.out()
                    .println(
                            json
                                    ? reply.body().strip()
                                    : "held for another " + Durations.text(left));
            return ExitCode.OK.number();
        }
    }
}
