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
import io.holdfast.client.json.Json;
import io.holdfast.client.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast borrow}: borrows a slot of a pool and prints its number and lease. */
public final class BorrowCommand implements Command {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("borrow");
        Helpful.describe(
                spec,
                "Borrows the lowest free slot of a pool and prints its number and its lease, with"
                        + " which \"holdfast return\" gives it back. There is no renewal: the slot"
                        + " is free again after the ttl. \"holdfast run --pool-file\" borrows while"
                        + " a command runs.",
                "holdfast borrow --pool-file accounts.pool --ttl 10m",
                "read SLOT LEASE < <(holdfast borrow --pool-file accounts.pool --ttl 10m -w 5m)",
                "holdfast borrow --pool-file accounts.pool --count 8 --ttl 10m");
        PoolFlags.addTo(spec);
        Flags.value(spec, "D", "How long the slot is lent. Default: 5m.", "--ttl");
        Flags.value(
                spec,
                "D",
                "Wait at most this long, up to the server's limit. Default: do not" + " wait.",
                "-w",
                "--wait");
        PoolFlags.addCountTo(spec);
        Flags.output(spec);
        ServerFlags.addTo(spec);
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        boolean json = Flags.json(arguments);
        UUID pool = PoolFlags.need(arguments);
        Duration ttl = Flags.duration(arguments, "--ttl", Duration.ofMinutes(5));
        Duration waitMax = Flags.duration(arguments, "--wait", Duration.ZERO);
        int count = PoolFlags.count(arguments);
        return Clients.use(arguments, console, client -> {
            if (count >= 0) {
                client.pool(pool).create(count);
            }
            Map<String, Object> body = Map.of("ttl", seconds(ttl), "wait", seconds(waitMax));
            var reply = client.http().send("POST", "/l/" + pool + "/borrow", Json.write(body));
            if (reply.status() == 409) {
                console.err().println("holdfast: no slot of the pool became free in time");
                return ExitCode.NOT_OBTAINED.number();
            }
            if (reply.status() == 404) {
                throw new CommandFailure(
                        ExitCode.REFUSED, "there is no such pool; --count N creates it");
            }
            if (reply.status() != 200) {
                throw new CommandFailure(ExitCode.REFUSED, "the server answered " + reply.status());
            }
            JsonObject loan = Json.object(reply.body());
            console.out()
                    .println(
                            json
                                    ? reply.body().strip()
                                    : loan.number("position") + " " + loan.text("lease"));
            return ExitCode.OK.number();
        });
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
