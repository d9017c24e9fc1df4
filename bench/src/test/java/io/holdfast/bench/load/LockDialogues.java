package io.holdfast.bench.load;

import java.util.List;
import java.util.function.IntFunction;

/** Acquire and release against {@link FakeLocks}, with sessions. */
final class LockDialogues {

    private static final String SESSION = "S".repeat(32);
    private static final String TOKEN = "T".repeat(32);

    private LockDialogues() {}

    static IntFunction<Dialogue> unique() {
        return connection -> pair("key-" + connection);
    }

    static IntFunction<Dialogue> shared() {
        return connection -> pair("key");
    }

    static IntFunction<Dialogue> handover() {
        return connection -> pair(connection < 2 ? "key" : "beside");
    }

    private static Dialogue pair(String key) {
        String head = " HTTP/1.1\r\nX-Dflockd-Session: " + SESSION + "\r\nContent-Length: ";
        String token = "{\"token\":\"" + TOKEN + "\"}";
        Step acquire = new Step(Protocol.HTTP, "POST /v1/locks/" + key + head + "2\r\n\r\n{}", 200);
        Step release = new Step(
                Protocol.HTTP,
                "POST /v1/locks/" + key + "/release" + head + token.length() + "\r\n\r\n" + token,
                204);
        Step end = new Step(
                Protocol.HTTP, "DELETE /v1/sessions/" + SESSION + " HTTP/1.1\r\n\r\n", 204);
        Step session = new Step(
                        Protocol.HTTP,
                        "POST /v1/sessions HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
                        200)
                .capturing("\"session_id\":\"", SESSION, List.of(acquire, release, end));
        acquire.capturing("\"token\":\"", TOKEN, List.of(release));
        return new Dialogue(List.of(session), List.of(acquire, release), List.of(end));
    }
}
