package io.holdfast.bench.pools;

import io.holdfast.bench.servers.Subject;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Makes pools and borrows from them, as fast as a few connections can ask ahead. */
final class Filling {

    private static final int CONNECTIONS = 8;
    private static final String LENGTH = "content-length: ";

    private final Subject subject;
    private final PoolDialogues dialogues;

    Filling(Subject subject, PoolDialogues dialogues) {
        this.subject = subject;
        this.dialogues = dialogues;
    }

    /** Makes the pools of these numbers, each with so many leases of a day. */
    void fill(int from, int to, int leases) throws IOException, InterruptedException {
        List<FutureTask<Void>> parts = new ArrayList<>();
        for (int part = 0; part < CONNECTIONS; part++) {
            int first = from + part;
            FutureTask<Void> task = new FutureTask<>(() -> {
                fillPart(first, to, leases);
                return null;
            });
            Thread.ofVirtual().start(task);
            parts.add(task);
        }
        for (FutureTask<Void> part : parts) {
            try {
                part.get();
            } catch (ExecutionException failed) {
                throw new IOException("the server could not be filled", failed.getCause());
            }
        }
    }

    private void fillPart(int first, int to, int leases) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(subject.address());
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            for (int number = first; number < to; number += CONNECTIONS) {
                String pool = dialogues.pool(number);
                StringBuilder ahead = new StringBuilder();
                ahead.append(
                        dialogues.request("PUT", pool, "{\"count\":" + PoolDialogues.SLOTS + "}"));
                for (int i = 0; i < leases; i++) {
                    ahead.append(dialogues.request("POST", pool + "/borrow", "{\"ttl\":86400}"));
                }
                out.write(ahead.toString().getBytes(StandardCharsets.US_ASCII));
                for (int i = 0; i <= leases; i++) {
                    readReply(in);
                }
            }
        }
    }

    private static void readReply(InputStream in) throws IOException {
        String status = readLine(in);
        if (!status.startsWith("HTTP/1.1 200 ")) {
            throw new IOException("a pool was refused: " + status);
        }
        int length = 0;
        for (String line = readLine(in); !line.isEmpty(); line = readLine(in)) {
            if (line.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
                length = Integer.parseInt(line.substring(LENGTH.length()).strip());
            }
        }
        in.skipNBytes(length);
    }

    private static String readLine(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server hung up");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
