package io.holdfast.cli.look;

import io.holdfast.cli.common.Clients;
import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.ServerFlags;
import io.holdfast.cli.common.Style;
import io.holdfast.cli.common.Table;
import io.holdfast.client.MemberHealth;
import io.holdfast.client.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast health}: whether each member answers and serves requests. */
public final class HealthCommand implements Command {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("health");
        Helpful.describe(
                spec,
                "Shows whether each member of HOLDFAST_URL answers and serves requests. Exits with"
                        + " 69 if one of them does not.",
                "holdfast health",
                "holdfast health --server http://n1:6389,http://n2:6389 -o json");
        Flags.output(spec);
        ServerFlags.addTo(spec);
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        boolean json = Flags.json(arguments);
        Style style = console.style();
        return Clients.use(arguments, console, client -> {
            List<MemberHealth> members = client.admin().health();
            Table table = new Table("ADDRESS", "READY", "STATUS", "DETAIL");
            List<Map<String, Object>> rows = new ArrayList<>();
            for (MemberHealth member : members) {
                String ready = member.ready() ? style.good("yes") : style.bad("no");
                table.row(
                        member.address().toString(),
                        ready,
                        Style.safe(member.status()),
                        Style.safe(member.detail()));
                rows.add(Map.of(
                        "address", member.address().toString(),
                        "alive", member.alive(),
                        "ready", member.ready(),
                        "status", member.status(),
                        "detail", member.detail()));
            }
            console.out()
                    .print(json ? Json.write(Map.of("members", rows)) + "\n" : table.text(style));
            boolean all = members.stream().allMatch(MemberHealth::ready);
            return (all ? ExitCode.OK : ExitCode.UNAVAILABLE).number();
        });
    }
}
