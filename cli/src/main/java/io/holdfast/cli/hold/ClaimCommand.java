package io.holdfast.cli.hold;

import io.holdfast.cli.common.Clients;
import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.Durations;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.ServerFlags;
import io.holdfast.cli.common.Style;
import io.holdfast.cli.common.Table;
import io.holdfast.client.ClaimInfo;
import io.holdfast.client.ClaimStatus;
import io.holdfast.client.Claims;
import io.holdfast.client.json.Json;
import io.holdfast.client.json.JsonException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast claim ...}: the claims API. */
public final class ClaimCommand implements Command {

    private static final int ROWS_MAX = 1000;

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("claim");
        Helpful.describe(
                spec,
                "Claims a resource for some time, in a queue whose history is kept.",
                "holdfast claim add sequencer-3 --ttl 10m -w 1h",
                "holdfast claim renew 17 --ttl 10m",
                "holdfast claim end 17",
                "holdfast claim ls sequencer-3");
        spec.addSubcommand("add", Helpful.line(add()));
        spec.addSubcommand("renew", Helpful.line(renew()));
        spec.addSubcommand("end", Helpful.line(end()));
        spec.addSubcommand("ls", Helpful.line(list()));
        return spec;
    }

    private static CommandSpec add() {
        CommandSpec spec = CommandSpec.create().name("add");
        Helpful.describe(
                spec,
                "Claims a resource and prints the claim. Exits with 75 if it is not"
                        + " active within the wait; it then keeps its place in the queue.");
        Flags.value(spec, "D", "How long it stays active without renewal. Default: 60s.", "--ttl");
        Flags.value(spec, "D", "Wait until it is active. Default: do not wait.", "-w", "--wait");
        Flags.value(spec, "JSON", "What others may know about this claim.", "--data");
        return common(spec, "RESOURCE", "What to claim.");
    }

    private static CommandSpec renew() {
        CommandSpec spec = CommandSpec.create().name("renew");
        Helpful.describe(spec, "Renews an active claim; the ttl counts from now.");
        Flags.value(spec, "D", "The ttl. Default: 60s.", "--ttl");
        return common(spec, "ID", "The claim.");
    }

    private static CommandSpec end() {
        CommandSpec spec = CommandSpec.create().name("end");
        Helpful.describe(spec, "Ends a claim.");
        Flags.value(
                spec, "STATUS", "released (default), aborted, withdrawn or revoked.", "--status");
        return common(spec, "ID", "The claim.");
    }

    private static CommandSpec list() {
        CommandSpec spec = CommandSpec.create().name("ls");
        Helpful.describe(spec, "Lists claims, ended ones included.");
        Flags.value(spec, "STATUS", "Only claims with this status.", "--status");
        Flags.output(spec);
        ServerFlags.addTo(spec);
        Flags.optional(spec, "RESOURCE", "Only claims on this resource.");
        return spec;
    }

    private static CommandSpec common(CommandSpec spec, String label, String description) {
        Flags.output(spec);
        ServerFlags.addTo(spec);
        Flags.argument(spec, label, description);
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        ParseResult typed = Flags.subcommand(arguments);
        boolean json = Flags.json(typed);
        return Clients.use(typed, console, client -> {
            Claims claims = client.claims();
            return switch (typed.commandSpec().name()) {
                case "add" -> add(typed, console, json, claims);
                case "renew" -> {
                    Duration ttl = Flags.duration(typed, "--ttl", Duration.ofSeconds(60));
                    yield print(console, json, List.of(claims.renew(id(typed), ttl)));
                }
                case "end" -> {
                    claims.end(id(typed), status(Flags.text(typed, "--status", "released")));
                    yield ExitCode.OK.number();
                }
                default -> {
                    String resource = Flags.argument(typed, 0);
                    String status = Flags.text(typed, "--status");
                    yield print(
                            console,
                            json,
                            claims.list(
                                    resource.isEmpty() ? null : resource,
                                    status == null ? null : status(status),
                                    ROWS_MAX,
                                    0));
                }
            };
        });
    }

    private static int add(ParseResult typed, Console console, boolean json, Claims claims)
            throws CommandFailure, InterruptedException {
        Duration ttl = Flags.duration(typed, "--ttl", Duration.ofSeconds(60));
        Duration waitMax = Flags.duration(typed, "--wait", Duration.ZERO);
        ClaimInfo claim =
                claims.create(Flags.argument(typed, 0), ttl, data(Flags.text(typed, "--data")));
        if (claim.status() == ClaimStatus.WAITING && !waitMax.isZero()) {
            claim = claims.await(claim.id(), ClaimStatus.WAITING, waitMax);
        }
        print(console, json, List.of(claim));
        boolean active = claim.status() == ClaimStatus.ACTIVE;
        return (active ? ExitCode.OK : ExitCode.NOT_OBTAINED).number();
    }

    private static @Nullable Object data(@Nullable String text) throws CommandFailure {
        try {
            return text == null ? null : Json.parse(text);
        } catch (JsonException e) {
            throw new CommandFailure(ExitCode.USAGE, "--data: " + e.getMessage());
        }
    }

    private static long id(ParseResult typed) throws CommandFailure {
        try {
            return Long.parseLong(Flags.argument(typed, 0));
        } catch (NumberFormatException e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "\"" + Flags.argument(typed, 0) + "\" is not the number of a claim");
        }
    }

    private static ClaimStatus status(String text) throws CommandFailure {
        for (ClaimStatus status : ClaimStatus.values()) {
            if (status.text().equals(text)) {
                return status;
            }
        }
        throw new CommandFailure(ExitCode.USAGE, "--status: \"" + text + "\" is not a status");
    }

    private static int print(Console console, boolean json, List<ClaimInfo> claims) {
        Table table = new Table("ID", "RESOURCE", "STATUS", "TTL", "ACTIVE FOR", "WAITED", "FENCE");
        for (ClaimInfo claim : claims) {
            if (json) {
                console.out().println(Json.write(row(claim)));
            }
            table.row(
                    String.valueOf(claim.id()),
                    Style.safe(claim.resource()),
                    claim.status().text(),
                    text(claim.ttl()),
                    text(claim.activeFor()),
                    text(claim.waitedFor()),
                    claim.fence() == 0 ? "-" : String.valueOf(claim.fence()));
        }
        if (!json) {
            console.out().print(table.isEmpty() ? "No claims.\n" : table.text(console.style()));
        }
        return ExitCode.OK.number();
    }

    private static Map<String, @Nullable Object> row(ClaimInfo claim) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("id", claim.id());
        row.put("resource", claim.resource());
        row.put("status", claim.status().text());
        row.put("created", claim.created().toString());
        row.put("ttl_s", seconds(claim.ttl()));
        row.put("active_s", seconds(claim.activeFor()));
        row.put("waited_s", seconds(claim.waitedFor()));
        row.put("fence", claim.fence());
        row.put("user_data", claim.userData());
        return row;
    }

    private static @Nullable Double seconds(@Nullable Duration duration) {
        return duration == null ? null : Double.valueOf(duration.toMillis() / 1000.0);
    }

    private static String text(@Nullable Duration duration) {
        return duration == null ? "-" : Durations.text(duration);
    }
}
