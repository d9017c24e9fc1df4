package io.holdfast.cli.hold;

import io.holdfast.cli.common.Clients;
import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.PoolFlags;
import io.holdfast.cli.common.ServerFlags;
import java.util.UUID;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast return LEASE}: returns a slot of a pool. */
public final class ReturnCommand implements Command {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("return");
        Helpful.describe(
                spec,
                "Returns a slot of a pool. Exits with 79 if it is not lent any more.",
                "holdfast return \"$LEASE\" --pool-file accounts.pool");
        PoolFlags.addTo(spec);
        ServerFlags.addTo(spec);
        Flags.optional(
                spec,
                "LEASE",
                "The lease that \"holdfast borrow\" printed. \"-\" reads it from standard input;"
                        + " without it HOLDFAST_LEASE_TOKEN counts.");
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        UUID pool = PoolFlags.need(arguments);
        String lease = Secrets.argument(arguments, 0, "HOLDFAST_LEASE_TOKEN", console);
        if (lease.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE, "Missing lease: give it, or set HOLDFAST_LEASE_TOKEN");
        }
        return Clients.use(arguments, console, client -> {
            if (!client.pool(pool).giveBack(lease)) {
                throw new CommandFailure(
                        ExitCode.LOST, "the slot is not lent any more: returned, or expired");
            }
            return ExitCode.OK.number();
        });
    }
}
