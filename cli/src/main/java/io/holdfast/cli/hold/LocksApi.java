package io.holdfast.cli.hold;

import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Connection;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Paths;
import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import io.holdfast.client.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The calls for a lock that outlives the command that takes it. They do not use the client's
 * leases, which end with their process.
 */
final class LocksApi {

    private static final String SESSION = "X-Holdfast-Session";

    private final Connection server;

    LocksApi(Connection server) {
        this.server = server;
    }

    /**
     * A session.
     *
     * @param idle the server ends a session after twice this time without a request
     */
    record Session(String id, Duration idle) {

        /** Shows no id. */
        @Override
        public String toString() {
            return "session";
        }
    }

    /** Adds the flag that makes NAME a semaphore. */
    static void addSemaphore(CommandSpec spec) {
        Flags.on(spec, "NAME is a semaphore.", "--semaphore");
    }

    /** Returns the path of a lock or semaphore. */
    static String path(boolean semaphore, String name) {
        return (semaphore ? "/v1/semaphores/" : "/v1/locks/") + Paths.segment(name);
    }

    static String path(ParseResult arguments) {
        return path(Flags.on(arguments, "--semaphore"), Flags.argument(arguments, 0));
    }

    Session open(String owner) throws CommandFailure {
        JsonObject json = ok(server.send(Request.post("/v1/sessions", Map.of("owner", owner))))
                .json();
        return new Session(
                json.text("session_id"), Duration.ofSeconds(json.number("idle_timeout_s", 0)));
    }

    void close(Session session) throws CommandFailure {
        server.send(Request.change("DELETE", "/v1/sessions/" + session.id(), null));
    }

    /** Sends a call in a session; the server may take this long in addition to the timeout. */
    Reply call(String session, String path, Map<String, ?> body, Duration waitMax)
            throws CommandFailure {
        return server.send(Request.post(path, body).with(SESSION, session), waitMax);
    }

    /** Renews or releases a grant. If its session is not given, another one is used for it. */
    Reply prove(String path, Handle handle, Map<String, ?> more, String owner)
            throws CommandFailure {
        Map<String, Object> body = new LinkedHashMap<>(more);
        body.put("token", handle.token());
        if (!handle.session().isEmpty()) {
            Reply reply = call(handle.session(), path, body, Duration.ZERO);
            if (reply.status() != 410) {
                return reply;
            }
        }
        Session session = open(owner);
        try {
            return call(session.id(), path, body, Duration.ZERO);
        } finally {
            close(session);
        }
    }

    Reply ok(Reply reply) throws CommandFailure {
        if (!reply.ok()) {
            throw reply.status() == 404 && reply.code().equals("not_held")
                    ? new CommandFailure(
                            ExitCode.LOST,
                            "the token is not held: it was released, it expired, or it was broken")
                    : server.refused(reply.status(), reply.body());
        }
        return reply;
    }
}
