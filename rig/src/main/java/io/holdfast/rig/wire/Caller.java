package io.holdfast.rig.wire;

import io.holdfast.rig.wire.Answer.Reply;

import java.io.IOException;

/** One session of the locks API over one connection, with readable calls for runs and tests. */
public final class Caller implements AutoCloseable {

    private final Wire wire;
    private final String session;

    private Caller(Wire wire, String session) {
        this.wire = wire;
        this.session = session;
    }

    /** Opens a session. Closing the caller closes its connection, but not the session. */
    public static Caller open(Wire wire) throws IOException {
        Reply reply = wire.ask(Request.post("/v1/sessions", null, null));
        if (reply.status() != 200) {
            throw new IOException("no session: " + reply.line());
        }
        return new Caller(wire, reply.text("session_id"));
    }

    /** Continues an existing session over a new connection. */
    public static Caller resume(Wire wire, String session) {
        return new Caller(wire, session);
    }

    public String session() {
        return session;
    }

    public Wire wire() {
        return wire;
    }

    public Reply acquire(String key, int waitSeconds, int ttlSeconds) throws IOException {
        return wire.ask(acquiring(session, key, waitSeconds, ttlSeconds));
    }

    /** Returns the request for a lock, for callers that send it themselves. */
    public static Request acquiring(String session, String key, int waitSeconds, int ttlSeconds) {
        return Request.post(
                "/v1/locks/" + key,
                session,
                "{\"acquire_timeout_s\":" + waitSeconds + ",\"lease_ttl_s\":" + ttlSeconds + "}");
    }

    public Reply enqueue(String key, int ttlSeconds) throws IOException {
        return post(key + "/enqueue", "{\"lease_ttl_s\":" + ttlSeconds + "}");
    }

    public Reply await(String key, int waitSeconds) throws IOException {
        return post(key + "/wait", "{\"timeout_s\":" + waitSeconds + "}");
    }

    public Reply renew(String key, String token) throws IOException {
        return post(key + "/renew", "{\"token\":\"" + token + "\"}");
    }

    public Reply release(String key, String token) throws IOException {
        return post(key + "/release", "{\"token\":\"" + token + "\"}");
    }

    public Reply ping() throws IOException {
        return wire.ask(Request.post("/v1/sessions/" + session + "/ping", null, null));
    }

    private Reply post(String path, String body) throws IOException {
        return wire.ask(Request.post("/v1/locks/" + path, session, body));
    }

    @Override
    public void close() {
        wire.close();
    }
}
