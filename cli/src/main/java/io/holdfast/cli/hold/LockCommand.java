package io.holdfast.cli.hold;

import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Connection;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.Durations;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.Paths;
import io.holdfast.cli.common.ServerFlags;
import io.holdfast.cli.common.Target;
import io.holdfast.cli.common.WaitLine;
import io.holdfast.client.Holdfast;
import io.holdfast.client.http.Reply;
import io.holdfast.client.json.Json;
import io.holdfast.client.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast lock NAME}: takes a lock and prints its token. */
public final class LockCommand implements Command {

    private static final Duration FOREVER = Duration.ofDays(36_500);
    private static final int SLOTS_MAX = 1_048_576;

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("lock");
        Helpful.describe(
                spec,
                "Takes a lock and prints its token, with which \"renew\" and \"unlock\" prove the"
                        + " grant. The lock is held until \"unlock\", until its ttl ends, or until"
                        + " the server's session timeout (about 40s) passes without a \"renew\"."
                        + " Use \"holdfast run\" to hold a lock while a command runs: it renews.",
                "TOKEN=$(holdfast lock deploy --ttl 30s) && ./step-1 && holdfast renew deploy"
                        + " \"$TOKEN\"",
                "holdfast lock deploy -w 5m -o json",
                "holdfast lock downloads --semaphore 3 -n");
        Flags.value(spec, "D", "Wait at most this long. Default: for ever.", "-w", "--wait");
        Flags.on(spec, "Do not wait if the lock is held.", "-n", "--no-wait");
        Flags.value(spec, "D", "How long the lease lasts without renewal. Default: 30s.", "--ttl");
        Flags.value(spec, "N", "Take one of N slots of the semaphore NAME.", "--semaphore");
        Flags.output(spec);
        ServerFlags.addOwnerTo(spec);
        ServerFlags.addTo(spec);
        Flags.argument(spec, "NAME", "The lock or semaphore.");
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        String name = Flags.argument(arguments, 0);
        boolean json = Flags.json(arguments);
        Duration waitMax = Flags.on(arguments, "--no-wait")
                ? Duration.ZERO
                : Flags.duration(arguments, "--wait", FOREVER);
        Duration ttl = Flags.duration(arguments, "--ttl", Duration.ofSeconds(30));
        if (ttl.toSeconds() < 1) {
            throw new CommandFailure(ExitCode.USAGE, "--ttl: expected at least 1s");
        }
        int slots = Flags.number(arguments, "--semaphore", 0, 1, SLOTS_MAX);
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("acquire_timeout_s", waitMax.toSeconds());
        body.put("lease_ttl_s", ttl.toSeconds());
        if (slots > 0) {
            body.put("limit", slots);
        }
        Target target = ServerFlags.target(arguments, console);
        try (Connection server = target.connection()) {
            LocksApi api = new LocksApi(server);
            LocksApi.Session session = api.open(target.owner());
            Reply reply;
            try (Waiting _ = Waiting.of(target, name, console, waitMax)) {
                reply = api.call(session.id(), LocksApi.path(slots > 0, name), body, waitMax);
            }
            JsonObject granted = reply.jsonOrEmpty();
            if (!granted.text("status", "").equals("ok")) {
                api.close(session);
                api.ok(reply);
                console.err().println("holdfast: " + name + " was not obtained: it is held");
                return ExitCode.NOT_OBTAINED.number();
            }
            print(console, json, name, session, granted);
            return ExitCode.OK.number();
        }
    }

    private static void print(
            Console console,
            boolean json,
            String name,
            LocksApi.Session session,
            JsonObject granted) {
        Handle handle = new Handle(granted.text("token"), session.id());
        long ttlSeconds = granted.number("lease_ttl_s", 0);
        long idleSeconds = 2 * session.idle().toSeconds();
        long renewSeconds = idleSeconds == 0 ? ttlSeconds : Math.min(ttlSeconds, idleSeconds);
        if (json) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("key", name);
            all.put("token", handle.text());
            all.put("fence", granted.number("fence", 0));
            all.put("lease_ttl_s", ttlSeconds);
            all.put("renew_within_s", renewSeconds);
            console.out().println(Json.write(all));
        } else {
            console.out().println(handle.text());
            if (console.terminal()) {
                console.err()
                        .println("holds " + name + " with the fence " + granted.number("fence", 0)
                                + "; renew or unlock it within "
                                + Durations.text(Duration.ofSeconds(renewSeconds)));
            }
        }
    }

    /** The line at the terminal while the command waits, with the client that it asks. */
    private record Waiting(
            @Nullable Holdfast client, @Nullable WaitLine line) implements AutoCloseable {

        static Waiting of(Target target, String name, Console console, Duration waitMax) {
            if (!console.terminal() || waitMax.isZero()) {
                return new Waiting(null, null);
            }
            Holdfast client = target.client();
            String path = "/v1/resources/locks/" + Paths.segment(name);
            return new Waiting(
                    client, new WaitLine(client, path, name, target.owner(), console.err()));
        }

        @Override
        public void close() {
            if (line != null) {
                line.close();
            }
            if (client != null) {
                client.close();
            }
        }
    }
}
