package io.holdfast.cli.look;

import io.holdfast.cli.common.Clients;
import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.ServerFlags;
import io.holdfast.client.EventFilter;
import io.holdfast.client.EventStream;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast events}: what happens, as it happens. */
public final class EventsCommand implements Command {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("events");
        Helpful.describe(
                spec,
                "Prints events as they happen: granted, queued, released, expired, broken,"
                        + " cancelled and others. Continues at another member if the connection"
                        + " breaks. Ends with Ctrl-C.",
                "holdfast events",
                "holdfast events --prefix deploy --kind granted,broken",
                "holdfast events --after 41.1 -o json");
        ListQuery.addApi(spec, "Only one API: locks, pools, claims, entities or nodes.");
        Flags.value(spec, "PREFIX", "Only keys that begin so.", "--prefix");
        Flags.value(spec, "NAME", "Only events of this owner.", "--owner");
        Flags.value(spec, "KINDS", "Only these kinds, comma-separated.", "--kind");
        Flags.value(spec, "ID", "Continue after this event.", "--after");
        Flags.output(spec);
        ServerFlags.addTo(spec);
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        String kinds = Flags.text(arguments, "--kind");
        EventFilter filter = EventFilter.ALL
                .withApi(ListQuery.api(arguments))
                .withPrefix(Flags.text(arguments, "--prefix"))
                .withOwner(Flags.text(arguments, "--owner"))
                .withAfter(Flags.text(arguments, "--after"));
        EventFilter chosen = kinds == null ? filter : filter.withKinds(kinds.split(","));
        boolean json = Flags.json(arguments);
        return Clients.use(arguments, console, client -> {
            EventLines lines = new EventLines(console, json, client);
            try (EventStream _ = client.events(chosen, lines::print)) {
                // Ctrl-C ends it.
                new CountDownLatch(1).await();
                return 0;
            }
        });
    }
}
