package io.holdfast.cli.look;

import io.holdfast.cli.common.Clients;
import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Connection;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.ServerFlags;
import io.holdfast.client.EventFilter;
import io.holdfast.client.EventStream;
import io.holdfast.client.json.Json;
import io.holdfast.client.json.JsonObject;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast watch NAME}: the state of a resource, then everything that happens to it. */
public final class WatchCommand implements Command {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("watch");
        Helpful.describe(
                spec,
                "Shows a lock or another resource, and then each event of it, until Ctrl-C.",
                "holdfast watch deploy",
                "holdfast watch sequencer-3 --api claims -o json");
        ListQuery.addApi(
                spec, "locks (default, semaphores too), pools, claims, entities or nodes.");
        Flags.output(spec);
        ServerFlags.addTo(spec);
        Flags.argument(spec, "NAME", "The lock or other resource.");
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        String api = ShowCommand.api(arguments);
        String name = Flags.argument(arguments, 0);
        boolean json = Flags.json(arguments);
        CountDownLatch shown = new CountDownLatch(1);
        return Clients.use(arguments, console, client -> {
            EventLines lines = new EventLines(console, json, client);
            EventFilter filter = EventFilter.ALL.withApi(api).withPrefix(name);
            try (EventStream _ = client.events(filter, event -> {
                        awaitQuietly(shown);
                        if (event.key() == null || event.key().equals(name)) {
                            lines.print(event);
                        }
                    });
                    Connection server = ServerFlags.connection(arguments, console)) {
                // The stream is open first, so that no event is missed between the two.
                JsonObject resource = ShowCommand.fetch(server, api, name);
                console.out()
                        .println(
                                json
                                        ? Json.write(resource.fields())
                                        : ShowCommand.text(resource, console.style()));
                shown.countDown();
                new CountDownLatch(1).await();
                return 0;
            }
        });
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
