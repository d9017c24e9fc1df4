package io.holdfast.rig.load;

import io.holdfast.rig.wire.Request;

/** Something that a client asks for. */
sealed interface Op {

    record Open() implements Op {}

    record Close() implements Op {}

    record Ping() implements Op {}

    record Acquire(Key key, int waitSeconds, int ttlSeconds) implements Op {}

    record Enqueue(Key key, int ttlSeconds) implements Op {}

    record Await(Place place, int waitSeconds) implements Op {}

    record Release(Grant grant) implements Op {}

    record Renew(Grant grant, int ttlSeconds) implements Op {}

    /** The request for it, in the name of a session. */
    default Request request(String session) {
        return switch (this) {
            case Open() -> Request.post("/v1/sessions", null, "{\"owner\":\"rig\"}");
            case Close() -> new Request("DELETE", "/v1/sessions/" + session, null, null, null);
            case Ping() -> Request.post("/v1/sessions/" + session + "/ping", null, null);
            case Acquire(Key key, int waitSeconds, int ttlSeconds) ->
                Request.post(
                        key.path(),
                        session,
                        "{\"acquire_timeout_s\":" + waitSeconds + ",\"lease_ttl_s\":" + ttlSeconds
                                + limit(key) + "}");
            case Enqueue(Key key, int ttlSeconds) ->
                Request.post(
                        key.path() + "/enqueue",
                        session,
                        "{\"lease_ttl_s\":" + ttlSeconds + limit(key) + "}");
            case Await(Place place, int waitSeconds) ->
                Request.post(
                        place.key.path() + "/wait", session, "{\"timeout_s\":" + waitSeconds + "}");
            case Release(Grant grant) ->
                Request.post(
                        grant.key.path() + "/release",
                        session,
                        "{\"token\":\"" + grant.token + "\"}");
            case Renew(Grant grant, int ttlSeconds) ->
                Request.post(
                        grant.key.path() + "/renew",
                        session,
                        "{\"token\":\"" + grant.token + "\",\"lease_ttl_s\":" + ttlSeconds + "}");
        };
    }

    private static String limit(Key key) {
        return key.limit() == 0 ? "" : ",\"limit\":" + key.limit();
    }
}
