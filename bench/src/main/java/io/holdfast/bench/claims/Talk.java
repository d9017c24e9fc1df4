package io.holdfast.bench.claims;

import io.holdfast.bench.load.AskingAhead;

import java.io.IOException;
import java.net.InetSocketAddress;

/** One connection that sends a request and waits for the answer. */
final class Talk implements AutoCloseable {

    private static final String PATH = "/v1/claims/";

    private final AskingAhead connection;
    private final String host;
    private AskingAhead.Head last = new AskingAhead.Head(0, "");

    Talk(InetSocketAddress to) throws IOException {
        connection = new AskingAhead(to);
        host = "127.0.0.1:" + to.getPort();
    }

    /** Creates a claim; the returned id is negative if it was refused. */
    long create(String resource) throws IOException {
        int status = ask(
                "POST",
                PATH,
                "{\"resource\":\"" + resource + "\",\"ttl\":600,"
                        + "\"user_data\":{\"host\":\"blade\",\"pid\":4711}}");
        String[] parts = last.location().split("/", -1);
        return status == 201 || status == 202 ? Long.parseLong(parts[parts.length - 2]) : -status;
    }

    /** Returns whether the claim that was created last was active at once. */
    boolean madeActive() {
        return last.status() == 201;
    }

    int status(long id, String status) throws IOException {
        return ask("PATCH", PATH + id + "/", "{\"status\":\"" + status + "\"}");
    }

    int renew(long id) throws IOException {
        return ask("PATCH", PATH + id + "/", "{\"ttl\":600}");
    }

    private int ask(String method, String path, String body) throws IOException {
        connection.ask(method + " " + path + " HTTP/1.1\r\nHost: " + host
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body);
        last = connection.hear();
        return last.status();
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
