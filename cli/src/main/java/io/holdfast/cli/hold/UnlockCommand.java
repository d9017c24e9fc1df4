package io.holdfast.cli.hold;

import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Connection;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.ServerFlags;
import io.holdfast.cli.common.Target;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast unlock NAME TOKEN}: releases a lock. */
public final class UnlockCommand implements Command {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("unlock");
        Helpful.describe(
                spec,
                "Releases a lock or a semaphore's slot by the token that \"holdfast lock\" printed."
                        + " Exits with 79 if the token is not held.",
                "holdfast unlock deploy \"$TOKEN\"",
                "holdfast unlock downloads \"$TOKEN\" --semaphore");
        LocksApi.addSemaphore(spec);
        ServerFlags.addTo(spec);
        Flags.argument(spec, "NAME", "The lock or semaphore.");
        Flags.optional(spec, "TOKEN", Handle.HELP);
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        Handle handle = Handle.of(arguments, console);
        Target target = ServerFlags.target(arguments, console);
        try (Connection server = target.connection()) {
            LocksApi api = new LocksApi(server);
            String path = LocksApi.path(arguments) + "/release";
            api.ok(api.prove(path, handle, Map.of(), target.owner()));
            if (!handle.session().isEmpty()) {
                api.close(new LocksApi.Session(handle.session(), Duration.ZERO));
            }
            return ExitCode.OK.number();
        }
    }
}
