package io.holdfast.server.dashboard;

import io.holdfast.log.Clock;
import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.Reply;
import io.holdfast.server.Server;
import io.holdfast.server.config.ConfigException;
import io.holdfast.server.config.ConfigReader;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A server in memory whose time passes by itself, as a browser expects it. */
final class RealServer implements AutoCloseable {

    private final Server server;
    private final Client client;

    private RealServer(Server server) {
        this.server = server;
        this.client = new Client(server.httpPort());
    }

    static RealServer start(String... flags) {
        return at(0, flags);
    }

    /** Starts a server on a port; 0 picks a free one. */
    static RealServer at(int port, String... flags) {
        List<String> all = new ArrayList<>(List.of(
                "--ephemeral",
                "--http-port",
                String.valueOf(port),
                "--port",
                "0",
                "--shutdown-timeout",
                "1",
                // The tests send no pings, and a busy machine may take minutes to draw a page.
                "--http-session-idle-timeout",
                "600"));
        all.addAll(List.of(flags));
        try {
            return new RealServer(Server.start(ConfigReader.read(all, Map.of()), Clock.SYSTEM));
        } catch (IOException | ConfigException e) {
            throw new AssertionError(e);
        }
    }

    int port() {
        return server.httpPort();
    }

    int linePort() {
        return server.linePort();
    }

    Client client() {
        return client;
    }

    /** Returns the address of a page of the dashboard. */
    String page(String hash) {
        return "http://127.0.0.1:" + port() + "/" + hash;
    }

    /** Acquires a lock for a new session, and returns the session and the reply. */
    Held hold(String key, String owner) {
        Caller session = client.session();
        Reply reply = session.post(
                "locks/" + encoded(key),
                "{\"acquire_timeout_s\":0,\"lease_ttl_s\":600}",
                "X-Holdfast-Owner",
                owner);
        return new Held(session, key, reply.token(), reply.fence());
    }

    /** Queues a new session for a lock. */
    Caller queue(String key, String owner) {
        Caller session = client.session();
        session.post("locks/" + encoded(key) + "/enqueue", "", "X-Holdfast-Owner", owner);
        return session;
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** A grant. */
    record Held(Caller session, String key, String token, long fence) {

        void release() {
            session.release(encoded(key), token);
        }
    }

    @Override
    public void close() {
        server.stop();
        client.close();
    }
}
