package io.holdfast.bench.events;

import io.holdfast.bench.load.AskingAhead;
import io.holdfast.bench.load.Parts;
import io.holdfast.bench.servers.Subject;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Locks of one session that stay held. Their numbers begin with 0. */
final class HeldLocks {

    private static final int CONNECTIONS = 8;
    private static final int AHEAD = 10;
    private static final String BODY = "{\"acquire_timeout_s\":0,\"lease_ttl_s\":86400}";

    private final Subject subject;
    private final String nonce;
    private final String session;
    private int held;

    HeldLocks(Subject subject, String nonce) throws IOException, InterruptedException {
        this.subject = subject;
        this.nonce = nonce;
        this.session = open(subject);
    }

    private static String open(Subject subject) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://" + subject.host() + "/v1/sessions");
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            String[] words = client.send(request, HttpResponse.BodyHandlers.ofString())
                    .body()
                    .split("\"");
            if (words.length < 4) {
                throw new IOException("the server opened no session");
            }
            return words[3];
        }
    }

    /** Acquires more locks until this many are held. */
    void fill(int count) throws IOException, InterruptedException {
        int first = held;
        Parts.run(CONNECTIONS, part -> fillPart(first + part, count));
        held = Math.max(held, count);
    }

    private void fillPart(int first, int to) throws IOException {
        try (AskingAhead talk = new AskingAhead(subject.address())) {
            for (int from = first; from < to; from += CONNECTIONS * AHEAD) {
                StringBuilder requests = new StringBuilder();
                int asked = 0;
                for (int i = 0; i < AHEAD && from + i * CONNECTIONS < to; i++) {
                    requests.append(request(from + i * CONNECTIONS));
                    asked++;
                }
                talk.ask(requests.toString());
                talk.hear(asked);
            }
        }
    }

    /** Returns the prefix of all keys. */
    String prefix() {
        return "held-" + nonce + "-";
    }

    /** Returns the request that acquires the lock of this number. */
    String request(int number) {
        return "POST /v1/locks/" + prefix() + number + " HTTP/1.1\r\nHost: " + subject.host()
                + "\r\nX-Dflockd-Session: " + session + "\r\nContent-Length: " + BODY.length()
                + "\r\n\r\n" + BODY;
    }

    /** Returns the number of locks that are held. */
    int size() {
        return held;
    }

    /** Reports that locks up to this number were acquired with {@link #request}. */
    void acquired(int count) {
        held = Math.max(held, count);
    }
}
