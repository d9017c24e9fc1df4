package io.holdfast.bench.locks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.load.Protocol;
import io.holdfast.bench.load.Step;
import io.holdfast.bench.servers.Subject;
import java.util.Base64;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The pair of requests for each server, encoded before the load begins.
 *
 * @param nonce makes this benchmark's names unique on a server that others use too
 */
public record Dialogues(String nonce) {

    /** The key that a connection requests. */
    public enum Keys {
        UNIQUE,
        SHARED
    }

    private static final String SESSION_FILLER = "S".repeat(32);
    private static final String TOKEN_FILLER = "T".repeat(32);
    private static final String VALUE = "v".repeat(32);
    private static final int LEASE_SECONDS = 600;
    private static final long LEASE_BASE = 0x1000_0000L;

    /** Two fixed replies. */
    IntFunction<Dialogue> fixed(Subject subject, String path) {
        return connection -> {
            String get = "GET " + path + " HTTP/1.1\r\nHost: " + subject.host() + "\r\n\r\n";
            Step first = new Step(Protocol.HTTP, get, 200);
            Step second = new Step(Protocol.HTTP, get, 200);
            return new Dialogue(List.of(), List.of(first, second), List.of());
        };
    }

    /** Acquire and release, in a session that each connection creates for itself. */
    public IntFunction<Dialogue> locks(Subject subject, Keys keys) {
        return connection -> lockPair(subject, key(keys, connection));
    }

    /** The pair that warms up a server for a transport. */
    IntFunction<Dialogue> pairs(Transport transport, Subject subject, Keys keys) {
        return switch (transport) {
            case HTTP -> locks(subject, keys);
            case LINE -> line(keys);
        };
    }

    /** Acquire and release over the line protocol, where the connection is the session. */
    IntFunction<Dialogue> line(Keys keys) {
        return connection -> {
            String key = key(keys, connection);
            Step release = line("r", key, TOKEN_FILLER).expecting("ok\n");
            Step acquire = line("l", key, "60 60").capturing("ok ", TOKEN_FILLER, List.of(release));
            return new Dialogue(List.of(), List.of(acquire, release), List.of());
        };
    }

    /** Two pings: the cost of the line protocol alone. */
    IntFunction<Dialogue> pings() {
        return connection -> {
            Step first = line("ping", "_", "_").expecting("ok\n");
            Step second = line("ping", "_", "_").expecting("ok\n");
            return new Dialogue(List.of(), List.of(first, second), List.of());
        };
    }

    private static Step line(String command, String key, String argument) {
        return new Step(Protocol.LINE, command + "\n" + key + "\n" + argument + "\n", 'o');
    }

    /** Two contenders for one key, and a third connection with a key of its own. */
    IntFunction<Dialogue> handover(Subject subject) {
        return connection ->
                lockPair(subject, key(connection < 2 ? Keys.SHARED : Keys.UNIQUE, connection));
    }

    private Dialogue lockPair(Subject subject, String key) {
        String path = "/v1/locks/" + key;
        Step acquire = http(
                subject,
                "POST " + path,
                SESSION_FILLER,
                "{\"acquire_timeout_s\":60,\"lease_ttl_s\":60}",
                200);
        Step release = http(
                subject,
                "POST " + path + "/release",
                SESSION_FILLER,
                "{\"token\":\"" + TOKEN_FILLER + "\"}",
                204);
        Step end = http(subject, "DELETE /v1/sessions/" + SESSION_FILLER, "", "", 204);
        Step session = http(subject, "POST /v1/sessions", "", "", 200)
                .capturing("\"session_id\":\"", SESSION_FILLER, List.of(acquire, release, end));
        acquire.capturing("\"token\":\"", TOKEN_FILLER, List.of(release));
        return new Dialogue(List.of(session), List.of(acquire, release), List.of(end));
    }

    private static Step http(
            Subject subject, String line, String session, String body, int statusExpected) {
        StringBuilder text = new StringBuilder();
        text.append(line).append(" HTTP/1.1\r\nHost: ").append(subject.host()).append("\r\n");
        if (!session.isEmpty()) {
            text.append("X-Dflockd-Session: ").append(session).append("\r\n");
        }
        if (!body.isEmpty()) {
            text.append("Content-Type: application/json\r\n");
        }
        text.append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
        return new Step(Protocol.HTTP, text.toString(), statusExpected);
    }

    /** Two SETs of 32 bytes. */
    IntFunction<Dialogue> redis() {
        return connection -> {
            String key = key(Keys.UNIQUE, connection);
            String set = "*3\r\n" + bulk("SET") + bulk(key) + bulk(VALUE);
            Step first = new Step(Protocol.RESP, set, '+');
            Step second = new Step(Protocol.RESP, set, '+');
            return new Dialogue(List.of(), List.of(first, second), List.of());
        };
    }

    private static String bulk(String text) {
        return "$" + text.length() + "\r\n" + text + "\r\n";
    }

    /** Lock and unlock under a lease that each connection creates once. */
    IntFunction<Dialogue> etcd(Subject subject, Keys keys) {
        return connection -> {
            // The client chooses the lease's number, so the key that etcd will create is known in
            // advance.
            long lease = LEASE_BASE + connection;
            String name = key(keys, connection);
            String held = base64(name + "/" + Long.toHexString(lease));
            String id = "\"ID\":\"" + lease + "\"";
            Step grant = post(
                    subject, "/v3/lease/grant", "{\"TTL\":\"" + LEASE_SECONDS + "\"," + id + "}");
            Step lock = post(
                            subject,
                            "/v3/lock/lock",
                            "{\"name\":\"" + base64(name) + "\",\"lease\":\"" + lease + "\"}")
                    .expecting("\"key\":\"" + held + "\"");
            Step unlock = post(subject, "/v3/lock/unlock", "{\"key\":\"" + held + "\"}");
            Step revoke = post(subject, "/v3/lease/revoke", "{" + id + "}");
            return new Dialogue(List.of(grant), List.of(lock, unlock), List.of(revoke));
        };
    }

    private static Step post(Subject subject, String path, String body) {
        return http(subject, "POST " + path, "", body, 200);
    }

    private String key(Keys keys, int connection) {
        return switch (keys) {
            case UNIQUE -> "bench-" + nonce + "-" + connection;
            case SHARED -> "bench-" + nonce + "-shared";
        };
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(US_ASCII));
    }
}
